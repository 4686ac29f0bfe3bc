import type { AccessLogLine } from '#platform/model/observability/access-log.ts'
import { SegmentWriter } from './segment-writer.ts'

const maxPath = 1024
const maxHost = 253
const second = 1000

/** Both ends of a visitor's connection. */
interface ConnectionEnds {
  address: string
  port: number
  localAddress: string
  localPort: number
}

/** A finished connection of a TCP redirection. */
export interface LoggedConnection {
  applicationId: string
  /** Absent when the router answered itself. */
  upstream: { instanceId: string } | undefined
  connection: ConnectionEnds
  requestId: string
  bytesIn: number
  bytesOut: number
}

/** A finished request. */
export interface LoggedRequest extends Omit<LoggedConnection, 'connection' | 'requestId'> {
  method: string
  milliseconds: number
  parsed: {
    /** The visitor's address, which a trusted proxy may have reported, and whether it came over HTTPS. */
    visit: { source: string; secure: boolean }
    connection: ConnectionEnds
    requestId: string
    hostName: string
    path: string
  }
}

/** Lines of one application in the current second. */
interface Window {
  lines: number
  dropped: number
}

/** Where the lines go. */
type LineWriter = Pick<SegmentWriter, 'hasRoomFor' | 'add' | 'close' | 'onLost'>

/**
 * Appends a line for each finished request to segments in the router's folder, which the server reads. An application
 * with too many requests, at once or while no server reads, loses lines, which are counted; it must not displace those
 * of others.
 */
export class AccessLog {
  readonly #writer: LineWriter
  readonly #maxPerSecond: number
  #windows = new Map<string, Window>()
  #windowEnd = 0

  constructor(
    folder: string,
    maxPerSecond: number,
    writer: LineWriter = new SegmentWriter(folder),
  ) {
    this.#writer = writer
    this.#maxPerSecond = maxPerSecond
    writer.onLost = (lost) => {
      for (const [applicationId, lines] of lost) {
        this.#windowOf(applicationId).dropped += lines
      }
    }
  }

  add(record: LoggedRequest, status: number) {
    const { applicationId, parsed } = record
    if (!this.#mayAdd(applicationId)) return
    const { visit, connection, path, hostName, requestId } = parsed
    const isDirect = visit.source === connection.address
    this.#write({
      date: Date.now(),
      applicationId,
      ...(record.upstream && { instanceId: record.upstream.instanceId }),
      requestId,
      bytesIn: record.bytesIn,
      bytesOut: record.bytesOut,
      source: { ip: visit.source, port: isDirect ? connection.port : 0 },
      destination: { ip: connection.localAddress, port: connection.localPort },
      http: {
        request: {
          host: hostName.slice(0, maxHost),
          method: record.method,
          path: loggedPath(path),
          scheme: visit.secure ? 'https' : 'http',
        },
        response: { statusCode: status, time: Math.round(record.milliseconds * 10) / 10 },
      },
    } as AccessLogLine)
  }

  /** A finished connection of a TCP redirection. */
  addTcp({ applicationId, connection, upstream, requestId, bytesIn, bytesOut }: LoggedConnection) {
    if (!this.#mayAdd(applicationId)) return
    this.#write({
      date: Date.now(),
      applicationId,
      ...(upstream && { instanceId: upstream.instanceId }),
      requestId,
      bytesIn,
      bytesOut,
      source: { ip: connection.address, port: connection.port },
      destination: { ip: connection.localAddress, port: connection.localPort },
    } as AccessLogLine)
  }

  /** Writes what is buffered, at the end of the process. */
  close() {
    this.#reportDropped(true)
    this.#writer.close()
  }

  #write(line: AccessLogLine) {
    this.#writer.add(`${JSON.stringify(line)}\n`, line.applicationId)
  }

  #mayAdd(applicationId: string): boolean {
    const window = this.#windowOf(applicationId)
    const isDropped = window.lines >= this.#maxPerSecond || !this.#writer.hasRoomFor(applicationId)
    if (isDropped) window.dropped += 1
    else window.lines += 1
    return !isDropped
  }

  #windowOf(applicationId: string): Window {
    if (performance.now() >= this.#windowEnd) this.#reportDropped()
    const known = this.#windows.get(applicationId)
    if (known) return known
    const window = { lines: 0, dropped: 0 }
    this.#windows.set(applicationId, window)
    return window
  }

  /** Begins a new second, after a line for each application that lost some in the last. */
  #reportDropped(isLast = false) {
    const windows = this.#windows
    this.#windowEnd = performance.now() + second
    this.#windows = new Map()
    for (const [applicationId, { dropped }] of windows) {
      if (dropped === 0) continue
      // While there is no room these lines wait too, or they would take it themselves.
      const isKept = !isLast && !this.#writer.hasRoomFor(applicationId)
      if (isKept) this.#windows.set(applicationId, { lines: 0, dropped })
      else this.#write({ date: Date.now(), applicationId, dropped } as AccessLogLine)
    }
  }
}

/** Without the query, which often has secrets. */
function loggedPath(path: string): string {
  const query = path.indexOf('?')
  const bare = query < 0 ? path : path.slice(0, query)
  return bare.length > maxPath ? `${bare.slice(0, maxPath)}…` : bare
}
