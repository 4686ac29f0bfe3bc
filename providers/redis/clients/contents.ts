import type { ContentEntry, ContentRows } from '#protocol/databases/contents.ts'
import { runQuestion } from '#providers/kit/contents/run-query.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { ContentHooks } from '#providers/kit/definition.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { type ClientContext, commandFor } from './clients.ts'
import { openReader } from './readers.ts'
import { wordsOf } from './words.ts'

/**
 * Looks into databases by scripts that the server runs read-only (`EVAL_RO`): it refuses every command that writes. Keys
 * are found by SCAN, so that no question holds up the server. What a customer asks is a command of a user who may only
 * read: a script would hold its whole reply outside `maxmemory`, which ends the server.
 */
export function redisContents({ programs, serverOf }: ClientContext): ContentHooks {
  async function ask(
    resource: Resource,
    signal: AbortSignal,
    words: readonly string[],
    login?: { name: string; password: string },
  ): Promise<string> {
    const command = commandFor(resource, ['--json', '-e', ...words], login)
    const explain = (said: string) =>
      said
        .replace(/ script: .*/s, '')
        .slice(0, 1_000)
        .trim()
    const question = { input: '', signal, explain }
    const { text, isCut } = await runQuestion(programs, resource, command, question)
    if (isCut) throw new DeclinedError('The answer is too large: ask for less.')
    return text
  }

  const run = async (
    resource: Resource,
    signal: AbortSignal,
    script: string,
    args: readonly string[],
  ): Promise<unknown> => JSON.parse(await ask(resource, signal, ['EVAL_RO', script, '0', ...args]))

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
      const [first] = words
      if (first === undefined) throw new DeclinedError('The command is empty.')
      // It would be an option of the client, or a command of its own.
      if (/^(?:-|:|\?|help$)/i.test(first))
        throw new DeclinedError(`There is no command '${first}'.`)
      await using login = await openReader(await serverOf(resource))
      return rowsIn(replyIn(await ask(resource, signal, words, login)), limit)
    },
  }
}

const shown = (value: unknown): string | null =>
  value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)

/** Some replies, such as that of INFO, are printed as they are. */
function replyIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function rowsIn(reply: unknown, limit: number): ContentRows {
  if (typeof reply === 'object' && reply !== null && !Array.isArray(reply)) {
    const pairs = Object.entries(reply).map(([field, value]) => [field, shown(value)])
    return {
      columns: ['field', 'value'],
      rows: pairs.slice(0, limit),
      isComplete: pairs.length <= limit,
    }
  }
  const values = Array.isArray(reply) ? reply : [reply]
  return {
    columns: ['value'],
    rows: values.slice(0, limit).map((value) => [shown(value)]),
    isComplete: values.length <= limit,
  }
}

/** Bytes of the values of a page. */
const maxCopied = 8 * 1024 * 1024

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
local counts = {list = 'LLEN', zset = 'ZCARD', hash = 'HLEN', set = 'SCARD', stream = 'XLEN'}
if counts[kind] then
  local count = redis.call(counts[kind], key)
  -- Values are copied as a whole before they are cut.
  if redis.call('MEMORY', 'USAGE', key, 'SAMPLES', 50) / math.max(count, 1) * math.min(count, 100) > ${maxCopied} then
    return redis.error_reply('ERR the values of this key are too large to be shown: use a shell')
  end
end
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
  local from, left = '-', offset
  while left > 0 do
    local part = redis.call('XRANGE', key, from, '+', 'COUNT', math.min(left, 100))
    if #part == 0 then break end
    left, from = left - #part, '(' .. part[#part][1]
  end
  for at, entry in ipairs(left > 0 and {} or redis.call('XRANGE', key, from, '+', 'COUNT', limit)) do
    rows[at] = {entry[1], cut(table.concat(entry[2], ' '))}
  end
  return {{'id', 'fields'}, rows, redis.call('XLEN', key) > last + 1 and 1 or 0}
end
return redis.error_reply('ERR there is no such key')`
