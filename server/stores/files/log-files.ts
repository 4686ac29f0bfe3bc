import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, systemClock } from '#kit/concurrency/clock.ts'
import { isLogSourceId, type LogSourceId } from '#platform/ids.ts'
import type { Line } from '#platform/logs/line.ts'
import type { LogBook } from '#platform/logs/log-book.ts'
import { ApplicationLog } from './application-log.ts'
import { followLines } from './follow-lines.ts'
import { type Retention, Segments } from './segments.ts'

export interface LogFilesOptions {
  folder: string
  /** What is kept of each application. */
  retention: Retention
  clock?: Clock
}

const maxSegment = 1024 * 1024
const folderName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/

const isLogFolder = (name: string): name is LogSourceId =>
  folderName.test(name) && isLogSourceId(name)

/** A log book in files: a folder per application, and in it segments of JSON lines. */
export async function openLogFiles(options: LogFilesOptions): Promise<LogBook> {
  const { folder, retention, clock = systemClock } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fullAt = Math.min(maxSegment, Math.ceil(retention.bytes / 8))
  const logs = new Map<string, ApplicationLog>()
  let closed = false

  const logOf = (applicationId: LogSourceId) => {
    const known = logs.get(applicationId)
    if (known) return known
    if (!folderName.test(applicationId)) throw new Error('that is not the id of an application')
    const segments = new Segments(join(folder, applicationId), retention, fullAt, clock)
    const log = new ApplicationLog(applicationId, segments, clock)
    logs.set(applicationId, log)
    return log
  }
  const each = (work: (log: ApplicationLog) => Promise<void>) =>
    Promise.all(Array.from(logs.values(), work)).then(() => {})

  return {
    append(line) {
      if (!closed) logOf(line.applicationId).append(line)
    },
    async read(applicationId, filter) {
      const lines: Line[][] = []
      for await (const some of logOf(applicationId).lines(filter)) lines.push(some)
      return lines.flat()
    },
    follow: (applicationId, filter, signal) =>
      followLines(logOf(applicationId), filter, signal, clock),
    forget: (applicationId) => logOf(applicationId).forget(),
    async trim() {
      const names = await readdir(folder)
      for (const name of names.filter(isLogFolder)) await logOf(name).trim()
    },
    flush: () => each((log) => log.flush()),
    async close() {
      closed = true
      await each((log) => log.close())
    },
  }
}
