import type { ContentEntry, ContentRows } from '#protocol/databases/contents.ts'
import { runQuestion } from '#providers/kit/contents/run-query.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { ContentHooks } from '#providers/kit/definition.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { type ClientContext, commandFor } from './clients.ts'
import { wordsOf } from './words.ts'

/**
 * Looks into databases by scripts that the server runs read-only (`EVAL_RO`): it refuses every command that writes. Keys
 * are found by SCAN, so that no question holds up the server.
 */
export function redisContents({ programs }: ClientContext): ContentHooks {
  async function run(
    resource: Resource,
    signal: AbortSignal,
    script: string,
    args: readonly string[],
  ): Promise<unknown> {
    const command = commandFor(resource, ['--json', '-e', 'EVAL_RO', script, '0', ...args])
    const explain = (said: string) =>
      said
        .replace(/ script: .*/s, '')
        .slice(0, 1_000)
        .trim()
    const question = { input: '', signal, explain }
    const { text, isCut } = await runQuestion(programs, resource, command, question)
    if (isCut) throw new DeclinedError('The answer is too large: ask for less.')
    return JSON.parse(text)
  }

  return {
    async list(resource, { cursor }, signal) {
      if (!/^\d{0,20}$/.test(cursor)) throw new DeclinedError('No such cursor.', 400)
      const [next, found] = (await run(resource, signal, listScript, [cursor || '0'])) as [
        string,
        [string, string, number][],
      ]
      const entries: ContentEntry[] = found.map(([name, kind, bytes]) => ({
        schema: '',
        name,
        kind,
        bytes,
        rows: undefined,
      }))
      return { entries, cursor: next === '0' ? '' : next }
    },
    async rows(resource, { table, offset, limit }, signal) {
      const args = [table, `${offset}`, `${limit}`]
      const [columns, rows, more] = (await run(resource, signal, rowsScript, args)) as [
        string[],
        string[][],
        number,
      ]
      return { columns, rows, isComplete: more === 0 }
    },
    async query(resource, { statement, limit }, signal) {
      const words = wordsOf(statement)
      if (words.length === 0) throw new DeclinedError('The command is empty.')
      return rowsIn(await run(resource, signal, 'return redis.call(unpack(ARGV))', words), limit)
    },
  }
}

const shown = (value: unknown): string | null =>
  value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)

function rowsIn(reply: unknown, limit: number): ContentRows {
  const values = Array.isArray(reply) ? reply : [reply]
  return {
    columns: ['value'],
    rows: values.slice(0, limit).map((value) => [shown(value)]),
    isComplete: values.length <= limit,
  }
}

const listScript = `
local found = redis.call('SCAN', ARGV[1], 'COUNT', 200)
local entries = {}
for at, key in ipairs(found[2]) do
  entries[at] = {key, redis.call('TYPE', key).ok, redis.call('MEMORY', 'USAGE', key, 'SAMPLES', 1) or 0}
end
return {found[1], entries}`

const rowsScript = `
local key, offset, limit = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local kind = redis.call('TYPE', key).ok
local last = offset + limit - 1
local function cut(value) return string.sub(tostring(value), 1, 500) end
local function pairs_of(flat)
  local rows = {}
  for at = 1, #flat, 2 do rows[#rows + 1] = {cut(flat[at]), cut(flat[at + 1])} end
  return rows
end
local function scanned(command, width)
  local cursor, seen, flat = '0', 0, {}
  repeat
    local part = redis.call(command, key, cursor, 'COUNT', 100)
    cursor = part[1]
    for at = 1, #part[2], width do
      if seen >= offset and seen <= last then
        for step = 0, width - 1 do flat[#flat + 1] = part[2][at + step] end
      end
      seen = seen + 1
    end
  until cursor == '0' or seen > last + 1 or seen > 20000
  return flat, (cursor ~= '0' or seen > last + 1) and 1 or 0
end
if kind == 'string' then
  return {{'value'}, {{cut(redis.call('GETRANGE', key, 0, 499))}}, 0}
elseif kind == 'list' then
  local rows = {}
  for at, value in ipairs(redis.call('LRANGE', key, offset, last)) do rows[at] = {tostring(offset + at - 1), cut(value)} end
  return {{'index', 'value'}, rows, redis.call('LLEN', key) > last + 1 and 1 or 0}
elseif kind == 'zset' then
  return {{'member', 'score'}, pairs_of(redis.call('ZRANGE', key, offset, last, 'WITHSCORES')), redis.call('ZCARD', key) > last + 1 and 1 or 0}
elseif kind == 'hash' then
  local flat, more = scanned('HSCAN', 2)
  return {{'field', 'value'}, pairs_of(flat), more}
elseif kind == 'set' then
  local flat, more = scanned('SSCAN', 1)
  local rows = {}
  for at, value in ipairs(flat) do rows[at] = {cut(value)} end
  return {{'member'}, rows, more}
elseif kind == 'stream' then
  local rows = {}
  for at, entry in ipairs(redis.call('XRANGE', key, '-', '+', 'COUNT', limit)) do
    rows[at] = {entry[1], cut(table.concat(entry[2], ' '))}
  end
  return {{'id', 'fields'}, rows, redis.call('XLEN', key) > limit and 1 or 0}
end
return redis.error_reply('ERR there is no such key')`
