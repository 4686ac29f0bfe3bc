import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serviceName } from './service-spec.ts'
import { isMissing } from '#engines/swarm/docker-client.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { type InitReport, parseReport } from './init-report.ts'
import { type LogMessage, parseFrames } from './log-frames.ts'

/** Output of one service, on whatever node it runs, followed until it is closed. */
export interface ServiceLog {
  /** Reads what has come since, after the end of a task. */
  catchUp(): Promise<void>
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

const retryPause = 500
const maxLine = 16_384

/** Follows the output of a service from where an earlier server has read it. */
export async function openServiceLog(
  { docker, folder, platform, log }: SwarmParts,
  id: string,
  { onLine, onReport }: LogEvents,
): Promise<ServiceLog> {
  const name = serviceName(platform, id)
  const file = join(folder, 'positions', name)
  const service = docker.getService(name)
  const abort = new AbortController()
  let last = await readFile(file, 'utf8').catch(() => '')
  let saved = last
  let begun = ''
  let stream: NodeJS.ReadableStream | undefined

  const take = ({ isError, time, text, isCut }: LogMessage) => {
    // The same messages come from the following and from the catching up.
    if (time <= last) return
    last = time
    if (isError) {
      const report = parseReport(text)
      if (report) onReport(report)
      else onLine(text)
      return
    }
    const whole = begun + text
    begun = isCut && whole.length < maxLine ? whole : ''
    if (begun === '') onLine(whole.replace(/\r$/, ''))
  }

  const options = () => ({
    stdout: true,
    stderr: true,
    timestamps: true,
    ...(last ? { since: secondsOf(last) } : {}),
  })

  const read = async (follow: boolean) => {
    const opened = (await service.logs({ ...options(), follow } as object)) as unknown
    const push = parseFrames(take)
    if (Buffer.isBuffer(opened)) return push(opened)
    stream = opened as NodeJS.ReadableStream
    for await (const chunk of stream) push(chunk as Buffer)
  }

  const followAll = async () => {
    while (!abort.signal.aborted) {
      await read(true).catch((error: Error) => {
        if (!abort.signal.aborted && !isMissing(error)) log(`Output of ${name}: ${error.message}`)
      })
      await sleep(retryPause, abort.signal).catch(() => {})
    }
  }
  const following = followAll()

  const end = () => {
    abort.abort()
    ;(stream as { destroy?: () => void } | undefined)?.destroy?.()
  }

  const save = async () => {
    if (last === saved) return
    await writeFile(`${file}.new`, last, { mode: 0o600 })
    await rename(`${file}.new`, file)
    saved = last
  }

  return {
    catchUp: () => read(false),
    save,
    async close() {
      end()
      await following
      await save()
    },
    async discard() {
      end()
      await following
      await rm(file, { force: true })
    },
  }
}

/** Docker wants seconds with nine decimals; the fraction of a number would be rounded. */
function secondsOf(time: string): string {
  const [, fraction = '0'] = /\.(\d+)Z$/.exec(time) ?? []
  return `${Math.floor(Date.parse(time) / 1000)}.${fraction.padEnd(9, '0')}`
}
