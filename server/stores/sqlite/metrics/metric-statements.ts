import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { MeasuredId } from '#platform/model/observability/sample.ts'

export type MetricStatements = ReturnType<typeof prepareStatements>

/** The statements of all that is done with samples. */
export function prepareStatements(database: DatabaseSync) {
  const key = 'application_id = ? and resolution = ?'
  return {
    find: database.prepare(`select samples from chunk where ${key} and start = ? and source = ?`),
    put: database.prepare('insert or replace into chunk values (?, ?, ?, ?, ?)'),
    read: database.prepare(
      `select start, source, samples from chunk where ${key} and start >= ? and start < ?
        and (? is null or source = ?) order by start`,
    ),
    // A row of fine samples holds a minute; the fourth value of each sample is the number of requests.
    requests: database.prepare(
      `select application_id as applicationId, start as at, sum(sample.value ->> 3) as requests
        from chunk, json_each(chunk.samples) as sample
        where application_id in (select value from json_each(?)) and resolution = 'fine'
        and start >= ? and start < ? group by application_id, start`,
    ),
    first: database.prepare(`select min(start) as start from chunk where ${key}`),
    forget: database.prepare('delete from chunk where application_id = ?'),
    trim: database.prepare(`delete from chunk where ${key} and start < ?`),
    // A loose index scan: one look-up per application or add-on instead of a pass over all rows.
    resources: database.prepare(`
      with recursive found(id) as (
        select min(application_id) from chunk
        union all
        select (select min(application_id) from chunk where application_id > found.id) from found
        where found.id is not null
      ) select id from found where id is not null`),
    progress: database.prepare("select value from progress where name = 'rolled up'"),
    setProgress: database.prepare("insert or replace into progress values ('rolled up', ?)"),
  } satisfies Record<string, StatementSync>
}

/** Runs writes in one transaction. */
export function inTransaction(database: DatabaseSync, work: () => void) {
  database.exec('begin immediate')
  try {
    work()
    database.exec('commit')
  } catch (error) {
    // On a full disk SQLite has already rolled back.
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

/** Applications and add-ons with samples. */
export const resourcesOf = ({ resources }: MetricStatements): MeasuredId[] =>
  (resources.all() as { id: MeasuredId }[]).map(({ id }) => id)
