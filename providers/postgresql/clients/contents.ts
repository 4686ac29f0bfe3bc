import { type ContentRequest, type ContentRows, maxEntries } from '#protocol/databases/contents.ts'
import { parseCsv } from '#providers/kit/contents/csv.ts'
import { newWord, runQuestion, statementSeconds } from '#providers/kit/contents/run-query.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { ContentHooks } from '#providers/kit/definition.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { namesOf } from '#providers/postgresql/database.ts'
import { type ClientContext, commandFor, explain } from './clients.ts'

/** Milliseconds after which the server gives up, and ends sessions whose client has left. */
const settings = [
  `-c statement_timeout=${statementSeconds * 1000} -c lock_timeout=2000`,
  '-c idle_in_transaction_session_timeout=15000 -c client_connection_check_interval=1000',
  '-c default_transaction_read_only=on -c application_name=console',
].join(' ')
const maxShown = 500

/**
 * Looks into databases as the customer's own user. A statement is opened as a cursor inside a transaction that the
 * server keeps read-only: it refuses to make it writable once a snapshot was taken, and a cursor takes one statement that
 * returns rows, so that nothing in its text can end the transaction.
 */
export function postgresqlContents(context: ClientContext): ContentHooks {
  const askRows = async (
    resource: Resource,
    { limit, offset = 0, signal }: { limit: number; offset?: number; signal: AbortSignal },
    declare: (cursor: string, quote: (text: string) => string) => string,
  ): Promise<ContentRows> => {
    const [none, cursor, tag] = [newWord(), newWord(), newWord()]
    const quote = (text: string) => `$${tag}$${text}$${tag}$`
    const input = [
      'begin transaction isolation level repeatable read read only;',
      // Takes the snapshot, and tells us whom to end.
      'select pg_catalog.pg_backend_pid() as asking \\gset',
      '\\echo :asking',
      `do $${cursor}$ ${declare(cursor, quote)} $${cursor}$;`,
      ...(offset > 0 ? [`move forward ${offset} from "${cursor}";`] : []),
      `fetch forward ${limit + 1} from "${cursor}";`,
      'rollback;\n',
    ].join('\n')
    const args = ['--no-psqlrc', '--quiet', '--csv', `--pset=null=${none}`, '--file=-']
    const stopped = [...args, '--set=ON_ERROR_STOP=1', '--set=SHOW_CONTEXT=never']
    const command = await commandFor(context, resource, 'psql', stopped, settings)
    const { text, isCut } = await runQuestion(context.programs, resource, command, {
      input,
      signal,
      explain,
      endLeft: (printed) => endSession(context, resource, printed),
    })
    const [, columns = [], ...rows] = parseCsv(text)
    return {
      columns,
      rows: rows.slice(0, limit).map((row) => row.map((value) => (value === none ? null : value))),
      isComplete: rows.length <= limit && !isCut,
    }
  }

  return {
    async list(resource, { cursor }, signal) {
      const offset = Number(cursor) || 0
      if (!Number.isSafeInteger(offset) || offset < 0)
        throw new DeclinedError('No such cursor.', 400)
      const request = { limit: maxEntries, offset, signal }
      const { rows, isComplete } = await askRows(resource, request, (name) =>
        opening(name, tablesQuery),
      )
      const entries = rows.map(([schema, table, kind, bytes, count]) => ({
        schema: schema ?? '',
        name: table ?? '',
        kind: kind ?? '',
        bytes: figure(bytes),
        rows: figure(count),
      }))
      return { entries, cursor: isComplete ? '' : `${offset + entries.length}` }
    },
    rows: (resource, { schema, table, offset, limit }, signal) =>
      askRows(resource, { limit, signal }, (cursor, quote) =>
        rowsOf(cursor, { schema: quote(schema), table: quote(table), offset }),
      ),
    query: (resource, { statement, limit }: ContentRequest, signal) =>
      askRows(
        resource,
        { limit, signal },
        (cursor, quote) =>
          `declare c refcursor := '${cursor}'; begin open c for execute ${quote(statement)}; end`,
      ),
  }
}

/** A function may have switched off what would end it at its time, or once its client has left. */
async function endSession(
  { serverOf }: ClientContext,
  resource: Resource,
  printed: string,
): Promise<void> {
  const [, pid] = /^(\d{1,10})\n/.exec(printed) ?? []
  if (pid === undefined) return
  const { user } = namesOf(resource.id)
  const server = await serverOf(resource)
  await server.run(
    `select pg_terminate_backend(pid) from pg_stat_activity where pid = ${pid} and usename = '${user}';`,
  )
}

const figure = (text: string | null | undefined) => (text ? Number(text) : undefined)

const opening = (cursor: string, query: string) =>
  `declare c refcursor := '${cursor}'; begin open c for ${query}; end`

/** Sizes only of what can be measured at once: a table that is locked would hold up the list. */
const tablesQuery = `
select n.nspname, c.relname,
  case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table' end,
  case when c.relkind in ('r', 'm') then c.relpages::bigint * 8192 end,
  case when c.relkind in ('r', 'm') and c.reltuples >= 0 then c.reltuples::bigint end
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
order by n.nspname, c.relname`

/** Rows of one table in the order of its primary key, each value as text of a bounded length. */
const rowsOf = (
  cursor: string,
  { schema, table, offset }: { schema: string; table: string; offset: number },
) => `
declare
  c refcursor := '${cursor}';
  found pg_catalog.oid;
  columns text;
  keys text;
begin
  select r.oid into found from pg_catalog.pg_class r join pg_catalog.pg_namespace n on n.oid = r.relnamespace
  where n.nspname = ${schema} and r.relname = ${table} and r.relkind in ('r', 'p', 'v', 'm', 'f');
  if found is null then raise exception 'there is no such table'; end if;
  select string_agg(format('pg_catalog.left(t.%1$I::pg_catalog.text, ${maxShown}) as %1$I', attname), ', ' order by attnum)
  into columns from pg_catalog.pg_attribute where attrelid = found and attnum > 0 and not attisdropped;
  select 'order by ' || string_agg(format('t.%I', a.attname), ', ' order by k.at) into keys
  from pg_catalog.pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality as k(attnum, at)
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = found and i.indisprimary;
  open c for execute format('select %s from %I.%I t %s offset ${offset}', columns, ${schema}, ${table}, coalesce(keys, ''));
end`
