import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import timers from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'

/** Spans of the server by their kind, as `record-server.ts` writes them at its exit. */
export interface ServerRecord {
  queries: RecordedSpan[]
  files: RecordedSpan[]
  waits: RecordedSpan[]
}

/** Name, begin and end in milliseconds since the epoch. */
export type RecordedSpan = [name: string, begin: number, end: number]

/** Variable with the file to write; only the server writes it, not what it starts. */
export const recordVariable = 'SERVER_RECORD_FILE'

const maxName = 300

/**
 * Loaded into a server with `--import`, before its own modules: notes every query of SQLite, every operation on files
 * and every timer that has fired. The server itself contains nothing of it.
 */
function record(file: string): void {
  const spans: ServerRecord = { queries: [], files: [], waits: [] }
  const now = () => performance.timeOrigin + performance.now()
  const note = (kind: keyof ServerRecord, name: string, begin: number) =>
    spans[kind].push([name.slice(0, maxName), begin, now()])
  recordQueries((name, begin) => note('queries', name, begin), now)
  recordFiles((name, begin) => note('files', name, begin), now)
  recordTimers((name, begin) => note('waits', name, begin), now)
  syncBuiltinESMExports()
  process.on('exit', () => fs.writeFileSync(file, JSON.stringify(spans)))
}

type Note = (name: string, begin: number) => void
type AnyFunction = (this: unknown, ...args: unknown[]) => unknown

function recordQueries(note: Note, now: () => number): void {
  for (const method of ['run', 'get', 'all'] as const) {
    const plain = StatementSync.prototype[method] as AnyFunction
    const recorded: AnyFunction = function (this: unknown, ...args) {
      const begin = now()
      const result = plain.apply(this, args)
      note((this as StatementSync).sourceSQL, begin)
      return result
    }
    Object.assign(StatementSync.prototype, { [method]: recorded })
  }
  const plain = DatabaseSync.prototype.exec
  DatabaseSync.prototype.exec = function (sql) {
    const begin = now()
    plain.call(this, sql)
    note(sql, begin)
  }
}

function recordFiles(note: Note, now: () => number): void {
  const promises = fs.promises as unknown as Record<string, AnyFunction>
  for (const [name, plain] of Object.entries(promises)) {
    if (typeof plain !== 'function' || name === 'watch') continue
    promises[name] = function (this: unknown, ...args) {
      const begin = now()
      const result = plain.apply(this, args)
      const path = typeof args[0] === 'string' ? ` ${args[0]}` : ''
      const end = () => note(`${name}${path}`, begin)
      if (result instanceof Promise) result.then(end, end)
      return result
    }
  }
}

function recordTimers(note: Note, now: () => number): void {
  const plain = globalThis.setTimeout
  const recorded = (work: AnyFunction, delay?: number, ...args: unknown[]) => {
    const begin = now()
    return plain(() => {
      note(`timer of ${Math.round(delay ?? 0)} ms`, begin)
      work(...args)
    }, delay)
  }
  globalThis.setTimeout = Object.assign(recorded, plain) as typeof globalThis.setTimeout
  const promised = timers.setTimeout
  timers.setTimeout = async <T>(delay?: number, value?: T, options?: object) => {
    const begin = now()
    const result = await promised(delay, value, options)
    note(`timer of ${Math.round(delay ?? 0)} ms`, begin)
    return result as T
  }
}

const file = process.env[recordVariable]
if (file && isMainThread && process.argv[1]?.endsWith('server/main.ts')) record(file)
