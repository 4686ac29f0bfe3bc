import { type ContentRows, maxEntries } from '#protocol/databases/contents.ts'
import { newWord, runQuestion, statementSeconds } from '#providers/kit/contents/run-query.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { ContentHooks } from '#providers/kit/definition.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { type ClientContext, commandFor, explain } from './clients.ts'
import { parseRows } from './parse-rows.ts'
import { openReader } from './readers.ts'

const maxShown = 500

/** `mariadb` must not take anything of a text for a command of its own. */
const text = (value: string) =>
  `convert(0x${Buffer.from(value).toString('hex') || '00'} using utf8mb4)`

/**
 * Looks into databases as a user who may only select, in a read-only transaction. A view may call a function that writes,
 * with the rights of its owner, so the statement must not end the transaction, and a prepared statement may be a block of
 * others, such as `begin not atomic commit; …; end`. So it is a transaction of XA: until somebody names its id, which
 * only this process knows, the server refuses whatever would end it.
 */
export function mariadbContents(context: ClientContext): ContentHooks {
  async function askRows(
    resource: Resource,
    { limit, signal }: { limit: number; signal: AbortSignal },
    statement: string,
  ): Promise<ContentRows> {
    await using login = await openReader(await context.serverOf(resource), resource)
    const args = ['--xml', '--quick', '--binary-mode', '--loose-sandbox', '--local-infile=0']
    const command = await commandFor(context, resource, 'mariadb', args, login)
    const input = [
      'set names utf8mb4;',
      `set session max_statement_time = ${statementSeconds}, lock_wait_timeout = 2;`,
      `set session sql_select_limit = ${limit + 1}, group_concat_max_len = 1000000;`,
      'set session transaction read only;',
      `xa start '${newWord()}';`,
      statement,
      'prepare asked from @asked;',
      'execute asked;\n',
    ].join('\n')
    const { text: printed, isCut } = await runQuestion(context.programs, resource, command, {
      input,
      signal,
      explain: explainQuestion,
    })
    const { columns, rows } = parseRows(printed)
    return { columns, rows: rows.slice(0, limit), isComplete: rows.length <= limit && !isCut }
  }

  return {
    async list(resource, { cursor }, signal) {
      const offset = Number(cursor) || 0
      if (!Number.isSafeInteger(offset) || offset < 0)
        throw new DeclinedError('No such cursor.', 400)
      const query = `set @asked = ${text(tablesQuery(offset))};`
      const { rows, isComplete } = await askRows(resource, { limit: maxEntries, signal }, query)
      const entries = rows.map(([name, kind, bytes, count]) => ({
        schema: '',
        name: name ?? '',
        kind: kind ?? '',
        bytes: bytes ? Number(bytes) : undefined,
        rows: count ? Number(count) : undefined,
      }))
      return { entries, cursor: isComplete ? '' : `${offset + entries.length}` }
    },
    rows: (resource, { table, offset, limit }, signal) =>
      askRows(resource, { limit, signal }, rowsOf(table, offset, limit)),
    query: (resource, { statement, limit }, signal) =>
      askRows(resource, { limit, signal }, `set @asked = ${text(statement)};`),
  }
}

/** What the server says about XA would mean nothing to a customer. */
const explainQuestion = (said: string) =>
  /^ERROR 1399 /m.test(said)
    ? 'Only statements that change nothing can be run here.'
    : explain(said)

const tablesQuery = (offset: number) => `
select table_name, if(table_type = 'BASE TABLE', 'table', lower(table_type)), data_length + index_length, table_rows
from information_schema.tables where table_schema = database()
order by table_name limit ${maxEntries + 1} offset ${offset}`

/** Makes the statement for rows of a table in the order of its primary key, each value of a bounded length. */
const rowsOf = (table: string, offset: number, limit: number) => `
set @quoted = concat(char(96), replace(${text(table)}, char(96), repeat(char(96), 2)), char(96));
set @columns = (
  select group_concat(concat(
    if(data_type regexp 'blob|binary', 'hex(left(', 'left('), @name := concat(char(96), replace(column_name, char(96), repeat(char(96), 2)), char(96)),
    if(data_type regexp 'blob|binary', ', ${maxShown / 2}))', ', ${maxShown})'), ' as ', @name
  ) order by ordinal_position separator ', ')
  from information_schema.columns where table_schema = database() and table_name = ${text(table)}
);
set @keys = (
  select concat(' order by ', group_concat(concat(char(96), replace(column_name, char(96), repeat(char(96), 2)), char(96)) order by ordinal_position separator ', '))
  from information_schema.key_column_usage
  where table_schema = database() and table_name = ${text(table)} and constraint_name = 'PRIMARY'
);
set @asked = concat('select ', coalesce(@columns, '*'), ' from ', @quoted, coalesce(@keys, ''), ' limit ${limit + 1} offset ${offset}');
`
