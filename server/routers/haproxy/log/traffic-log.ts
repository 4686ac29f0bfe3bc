import { once } from 'node:events'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { request } from '#kit/net/http.ts'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'
import type { AccessLog } from '#routers/access-log/access-log.ts'
import { sockets } from '#routers/haproxy/configuration/configuration.ts'
import type { Statistics } from '#routers/statistics.ts'
import { type LogEntry, parseLogLine } from './log-line.ts'

const markTimeout = 1000

/** Counts and logs what HAProxy reports. */
export class TrafficLog {
  readonly #statistics: Statistics
  readonly #accessLog: AccessLog | undefined
  readonly #marks = new Map<string, () => void>()
  #count = 0

  constructor(statistics: Statistics, accessLog: AccessLog | undefined) {
    this.#statistics = statistics
    this.#accessLog = accessLog
  }

  add(line: string) {
    const entry = parseLogLine(line)
    if (entry?.kind === 'mark') this.#marks.get(entry.mark)?.()
    else if (entry) this.#countEntry(entry)
  }

  /** Resolves once all that HAProxy has logged until now is counted: it logs a request of our own after it. */
  async catchUp() {
    this.#count += 1
    const mark = `/${this.#count}`
    const arrived = new Promise<void>((resolve) => this.#marks.set(mark, resolve))
    try {
      const call = request({ socketPath: sockets.marks, agent: false, path: mark }).end()
      const [response] = await withTimeout(once(call, 'response'), markTimeout, 'an answer')
      response.resume()
      await withTimeout(arrived, markTimeout, 'the log')
    } catch {
      // The counters are those of some moments ago.
    } finally {
      this.#marks.delete(mark)
    }
  }

  #countEntry(entry: Exclude<LogEntry, { kind: 'mark' }>) {
    const { applicationId, upstream, bytesIn, bytesOut } = entry.record
    const instanceId = (upstream?.instanceId ?? null) as InstanceId | null
    const counters = this.#statistics.of(applicationId as ApplicationId, instanceId)
    counters.bytesIn += bytesIn
    counters.bytesOut += bytesOut
    if (entry.kind === 'connection') return void this.#accessLog?.addTcp(entry.record)
    counters.count(entry.status, entry.record.milliseconds)
    this.#accessLog?.add(entry.record, entry.status)
  }
}
