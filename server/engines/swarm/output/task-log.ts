import { join } from 'node:path'
import type Docker from 'dockerode'
import { isMissing } from '#engines/swarm/docker-client.ts'
import { serviceName } from '#engines/swarm/instances/instance-spec.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import type { PrintedLine } from '#platform/model/hosting/deployments/engine.ts'
import { openFollowedTask } from './followed-task.ts'
import { type InitReport, parseReport } from './init-report.ts'
import { type CountMark, createLineCount, type LineCount } from './line-count.ts'
import { type LogMessage, parseFrames } from './log-frames.ts'
import { type StoredLines, storedLines } from './stored-lines.ts'

/**
 * Output of an instance, from whatever node its task is on. By task and not by service: Docker would ask the nodes of all
 * earlier tasks too, and wait for one that is away.
 */
export interface TaskLog {
  /**
   * Follows the output of a task: what is not stored of it when this server has followed it before its restart, else from
   * this time on. Once for each task.
   */
  follow(taskId: string, since?: number): void
  /** Reads what is left of a task that has ended, and follows it no longer. */
  finish(): Promise<void>
  close(): Promise<void>
  /** Closes it and forgets which task was followed. */
  discard(): Promise<void>
}

export interface LogEvents {
  /** `date` is the time of the node, in milliseconds since the epoch. */
  onLine(line: string, date: number): void
  onReport(report: InitReport): void
  /** The end of what is stored of the output, from before a restart of this server; absent where nothing is stored. */
  lastOutput?(): Promise<PrintedLine[]>
}

interface Reading {
  taskId: string
  /** Time of the last message of each stream: Docker writes them in turn, and not always in the order of their times. */
  last: { output: string; error: string }
  /** Lines that are stored already, and are left out when they come again. */
  stored: StoredLines
  count: LineCount
  /** Beginning of a line that Docker has cut. */
  begun: string
  abort: AbortController
  ended: Promise<void>
}

/** The types of the client leave it out. */
type LoggedTask = Docker.Task & { logs(options: object): Promise<unknown> }

const retryPause = 250
const maxLine = 16_384

export async function openTaskLog(
  { docker, folder, platform, log }: SwarmParts,
  id: string,
  { onLine, onReport, lastOutput }: LogEvents,
): Promise<TaskLog> {
  const name = serviceName(platform, id)
  const onProblem = ({ message }: Error) => log(`Output of ${name}: ${message}`)
  const followed = await openFollowedTask(join(folder, 'positions', name), onProblem)
  const stored = (followed.taskId && (await lastOutput?.())) || []
  let reading: Reading | undefined

  const take = (own: Reading, { isError, time, text, isCut }: LogMessage) => {
    // The same messages come from the following and from the finish.
    const stream = isError ? 'error' : 'output'
    if (time <= own.last[stream]) return
    own.last[stream] = time
    const date = Date.parse(time)
    const report = isError ? parseReport(text) : undefined
    if (report?.kind === 'lines') return compare(own, { count: report.count, date })
    if (report) return onReport(report)
    const whole = isError ? text : own.begun + text
    if (!isError) own.begun = isCut && whole.length < maxLine ? whole : ''
    if (!isError && own.begun !== '') return
    const line = whole.replace(/\r$/, '')
    if (!isError) own.count.add()
    if (!own.stored.take({ date, line })) onLine(line, date)
  }

  /** Says how many lines were lost, because a node keeps only the newest. */
  const compare = (own: Reading, mark: CountMark) => {
    const lost = own.count.compare(mark.count) - own.stored.left
    if (lost > 0) {
      onLine(
        `${lost} lines of output were lost before this: the node keeps the last 32 MB`,
        mark.date,
      )
    }
    if (lastOutput) void followed.note(own.taskId, mark)
  }

  const read = async (own: Reading, isFollowing: boolean) => {
    const options = {
      follow: isFollowing,
      stdout: true,
      stderr: true,
      timestamps: true,
      ...sinceOf(own.last),
    }
    const opened = await (docker.getTask(own.taskId) as LoggedTask).logs(options)
    const push = parseFrames((message) => take(own, message))
    if (Buffer.isBuffer(opened)) return push(opened)
    const stream = opened as NodeJS.ReadableStream & { destroy(): void }
    const end = () => stream.destroy()
    if (isFollowing) own.abort.signal.addEventListener('abort', end, { once: true })
    if (isFollowing && own.abort.signal.aborted) end()
    for await (const chunk of stream) push(chunk as Buffer)
  }

  const followAll = async (own: Reading) => {
    const { signal } = own.abort
    while (!signal.aborted) {
      await read(own, true).catch((error: Error) => {
        if (!signal.aborted && !isMissing(error)) onProblem(error)
      })
      await sleep(retryPause, signal).catch(() => {})
    }
  }

  const rest = async () => {
    reading?.abort.abort()
    await reading?.ended
  }

  return {
    follow(taskId, since) {
      if (reading?.taskId === taskId) return
      reading?.abort.abort()
      const isKnown = followed.taskId === taskId
      const known = isKnown ? stored : []
      // Where the log has removed what was stored by its age, it does not come again.
      const begin = known[0]?.date ?? (isKnown ? followed.countedAt : undefined) ?? since
      const last = begin === undefined ? '' : justBefore(begin)
      const own: Reading = {
        taskId,
        last: { output: last, error: last },
        stored: storedLines(known),
        count: createLineCount(isKnown ? followed.countBefore(known) : undefined),
        begun: '',
        abort: new AbortController(),
        ended: Promise.resolve(),
      }
      // The task is noted before its first line is stored; from then on the lines themselves say how far it was read.
      const noted = lastOutput && !isKnown ? followed.note(taskId) : Promise.resolve()
      own.ended = noted.then(() => followAll(own))
      reading = own
    },
    async finish() {
      if (!reading || reading.abort.signal.aborted) return
      await read(reading, false)
      await rest()
    },
    close: rest,
    async discard() {
      await rest()
      await followed.forget()
    },
  }
}

/** The end of the millisecond before a date, in the form of Docker's times. */
const justBefore = (date: number): string =>
  new Date(date - 1).toISOString().replace('Z', '999999Z')

/** From the older of the last messages, as the other stream may have one in between. */
function sinceOf({ output, error }: Reading['last']): { since?: string } {
  const known = [output, error].filter(Boolean).sort()
  return known[0] ? { since: secondsOf(known[0]) } : {}
}

/** Docker wants seconds with nine decimals; the fraction of a number would be rounded. */
function secondsOf(time: string): string {
  const [, fraction = '0'] = /\.(\d+)Z$/.exec(time) ?? []
  return `${Math.floor(Date.parse(time) / 1000)}.${fraction.padEnd(9, '0')}`
}
