import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Docker from 'dockerode'
import { isMissing } from '#engines/swarm/docker-client.ts'
import { serviceName } from '#engines/swarm/instances/instance-spec.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { type InitReport, parseReport } from './init-report.ts'
import { type LogMessage, parseFrames } from './log-frames.ts'

/**
 * Output of an instance, from whatever node its task is on. By task and not by service: Docker would ask the nodes of all
 * earlier tasks too, and wait for one that is away.
 */
export interface TaskLog {
  /**
   * Follows the output of a task, from where this server has read it before its restart, or from this time. Once for each
   * task.
   */
  follow(taskId: string, since?: number): void
  /** Reads what is left of a task that has ended, and follows it no longer. */
  finish(): Promise<void>
  /** Stores how far it was read: after a crash lines are repeated rather than lost. */
  save(): Promise<void>
  close(): Promise<void>
  /** Closes it and forgets how far it was read. */
  discard(): Promise<void>
}

export interface LogEvents {
  onLine(line: string): void
  onReport(report: InitReport): void
}

interface Reading {
  taskId: string
  /** Time of the last message; times of another node may be of another clock. */
  last: string
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
  { onLine, onReport }: LogEvents,
): Promise<TaskLog> {
  const name = serviceName(platform, id)
  const file = join(folder, 'positions', name)
  let saved = await readFile(file, 'utf8').catch(() => '')
  let reading: Reading | undefined

  const take = (own: Reading, { isError, time, text, isCut }: LogMessage) => {
    // The same messages come from the following and from the finish.
    if (time <= own.last) return
    own.last = time
    if (isError) {
      const report = parseReport(text)
      if (report) onReport(report)
      else onLine(text)
      return
    }
    const whole = own.begun + text
    own.begun = isCut && whole.length < maxLine ? whole : ''
    if (own.begun === '') onLine(whole.replace(/\r$/, ''))
  }

  const read = async (own: Reading, isFollowing: boolean) => {
    const options = {
      follow: isFollowing,
      stdout: true,
      stderr: true,
      timestamps: true,
      ...(own.last ? { since: secondsOf(own.last) } : {}),
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
        if (!signal.aborted && !isMissing(error)) log(`Output of ${name}: ${error.message}`)
      })
      await sleep(retryPause, signal).catch(() => {})
    }
  }

  const rest = async () => {
    reading?.abort.abort()
    await reading?.ended
  }

  const save = async () => {
    const text = reading ? `${reading.taskId} ${reading.last}` : saved
    if (text === saved) return
    await writeFile(`${file}.new`, text, { mode: 0o600 })
    await rename(`${file}.new`, file)
    saved = text
  }

  return {
    follow(taskId, since) {
      if (reading?.taskId === taskId) return
      reading?.abort.abort()
      const [savedId, savedTime = ''] = saved.split(' ')
      const begin = since === undefined ? '' : new Date(since).toISOString()
      const last = savedId === taskId ? savedTime : begin
      const own: Reading = {
        taskId,
        last,
        begun: '',
        abort: new AbortController(),
        ended: Promise.resolve(),
      }
      own.ended = followAll(own)
      reading = own
    },
    async finish() {
      if (!reading || reading.abort.signal.aborted) return
      await read(reading, false)
      await rest()
    },
    save,
    async close() {
      await rest()
      await save()
    },
    async discard() {
      await rest()
      await rm(file, { force: true })
    },
  }
}

/** Docker wants seconds with nine decimals; the fraction of a number would be rounded. */
function secondsOf(time: string): string {
  const [, fraction = '0'] = /\.(\d+)Z$/.exec(time) ?? []
  return `${Math.floor(Date.parse(time) / 1000)}.${fraction.padEnd(9, '0')}`
}
