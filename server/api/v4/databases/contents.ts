import { contentListAnswer, contentRowsAnswer } from '#api/answers/hosting/databases.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { integer, object, optional, string } from '#kit/schema.ts'
import {
  listContents,
  readTable,
  runQuery,
} from '#platform/marketplace/addons/database/contents.ts'
import type { ContentList, ContentRows } from '#protocol/databases/contents.ts'

const path = '/v4/addons/:addonId/database'
const access = { on: 'addon', may: 'operate' } as const
const maxRows = 100
const maxBytes = 128 * 1024
/** A program is started for each. */
const cost = 5

const listTables = endpoint({
  method: 'GET',
  path: `${path}/tables`,
  access,
  cost,
  summary: 'Lists the tables or keys of the database of an add-on, a page at a time',
  query: { cursor: string },
  answer: contentListAnswer,
  handle: async ({ platform, addon, query, request }) =>
    listToWire(await listContents(platform, addon, query.get('cursor') ?? '', request)),
})

const postRows = endpoint({
  method: 'POST',
  path: `${path}/rows`,
  access,
  cost,
  isQuestion: true,
  summary: 'Gives rows of a table, or what a key holds, from an offset; recorded in the audit log',
  body: object({
    schema: optional(string),
    table: string,
    offset: optional(integer),
    limit: optional(integer),
  }),
  answer: contentRowsAnswer,
  handle: async ({ platform, addon, body, caller, from, request }) => {
    const { schema = '', table, offset = 0, limit = maxRows } = body
    const { signal } = request
    const asked = { schema, table, offset, limit }
    return rowsToWire(await readTable(platform, addon, asked, { caller, from, signal }))
  },
})

const postQuery = endpoint({
  method: 'POST',
  path: `${path}/query`,
  access,
  cost,
  maxBytes,
  isQuestion: true,
  summary:
    'Gives the rows of a statement, which the database lets change nothing; recorded in the audit log without its values',
  body: object({ statement: string, limit: optional(integer) }),
  answer: contentRowsAnswer,
  handle: async ({ platform, addon, body, caller, from, request }) => {
    const { statement, limit = maxRows } = body
    const { signal } = request
    return rowsToWire(
      await runQuery(platform, addon, { statement, limit }, { caller, from, signal }),
    )
  },
})

const listToWire = ({ entries, cursor }: ContentList) => ({
  cursor,
  entries: entries.map(({ bytes, rows, ...entry }) => ({
    ...entry,
    bytes: bytes ?? null,
    rows: rows ?? null,
  })),
})

const rowsToWire = ({ rows, ...answer }: ContentRows) => ({
  ...answer,
  rows: rows.map((row) => row.map((value) => value ?? null)),
})

export const contentEndpoints = [listTables, postRows, postQuery]
