import { STATUS_CODES } from 'node:http'
import type { LoggedConnection, LoggedRequest } from '#routers/access-log/access-log.ts'
import { instanceOf } from '#routers/haproxy/configuration/server-name.ts'

/** A finished request or connection, as HAProxy has logged it. */
export type LogEntry =
  | { kind: 'request'; record: LoggedRequest; status: number }
  | { kind: 'connection'; record: LoggedConnection }
  | { kind: 'mark'; mark: string }

/** Fields of `log-format.ts`. A value that HAProxy does not have is `-`, or empty. */
type Fields = Record<string, string | number>

/** Size of HAProxy's own record of a first line, and of the end of a head, which it counts as received or sent. */
const startLineOverhead = 20
const endOfHead = 1
/** `: ` and the line break of each header are not counted, nor the last line break. */
const perHeader = 4
const lastBreak = 2
const version = 'HTTP/1.1'.length

/** Reads one line; `undefined` for what is no line of an application, such as a message of HAProxy itself. */
export function parseLogLine(text: string): LogEntry | undefined {
  const fields = parse(text)
  if (!fields) return undefined
  if (typeof fields.mark === 'string') return { kind: 'mark', mark: fields.mark }
  const applicationId = textOf(fields.application)
  if (!applicationId.startsWith('app_')) return undefined
  const instanceId = instanceOf(textOf(fields.server))
  const common = {
    applicationId,
    upstream: instanceId === undefined ? undefined : { instanceId },
  }
  const connection = {
    address: textOf(fields.peer),
    port: numberOf(fields.peerPort),
    localAddress: textOf(fields.local),
    localPort: numberOf(fields.localPort),
  }
  const requestId = textOf(fields.id)
  if (fields.status === undefined) {
    const bytesIn = numberOf(fields.received)
    const bytesOut = numberOf(fields.sent)
    return { kind: 'connection', record: { ...common, connection, requestId, bytesIn, bytesOut } }
  }
  const status = statusOf(fields)
  const record = {
    ...common,
    method: textOf(fields.method),
    milliseconds: numberOf(fields.milliseconds),
    bytesIn: requestBytes(fields),
    // Pages of the router are not bytes of the application.
    bytesOut: instanceId === undefined ? 0 : responseBytes(fields, status),
    parsed: {
      visit: { source: textOf(fields.source), secure: fields.secure === '1' },
      connection,
      requestId,
      hostName: textOf(fields.host),
      path: textOf(fields.path),
    },
  }
  return { kind: 'request', record, status }
}

function parse(text: string): Fields | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textOf = (value: string | number | undefined) => {
  const text = String(value ?? '')
  return text === '-' ? '' : text
}

const numberOf = (value: string | number | undefined) => Number(textOf(value)) || 0

/** HAProxy logs -1 when the visitor has left before a response, and 503 for an instance that cannot be reached. */
function statusOf(fields: Fields): number {
  const status = numberOf(fields.status)
  if (status <= 0) return visitorLeft
  const isUnreachable = status === 503 && textOf(fields.termination).startsWith('S')
  return isUnreachable ? 502 : status
}

const visitorLeft = 499

/** Whether both sides have ended in the usual way. */
const isWhole = ({ termination }: Fields) => termination === '--' || termination === 'LR'

/** Bytes of a request body: announced, or what was received beyond the head. */
function requestBytes(fields: Fields): number {
  const announced = textOf(fields.requestLength)
  if (announced !== '') return isWhole(fields) ? numberOf(announced) : 0
  const [head, headers, target, encoding] = sizesOf(fields.requestSizes)
  if (head === undefined) return 0
  const line = textOf(fields.method).length + (target ?? 0) + version
  const received = numberOf(fields.received) - headBytes(line, head, headers)
  return Math.max(0, received - endOfChunks(encoding))
}

function responseBytes(fields: Fields, status: number): number {
  if (fields.method === 'HEAD' || status === 204 || status === 304) return 0
  const announced = textOf(fields.responseLength)
  if (announced !== '' && isWhole(fields)) return numberOf(announced)
  const [head, headers, encoding] = sizesOf(fields.responseSizes)
  if (head === undefined) return 0
  const line = version + String(status).length + (STATUS_CODES[status]?.length ?? 0)
  const sent = numberOf(fields.sent) - headBytes(line, head, headers)
  return Math.max(0, sent - endOfChunks(encoding))
}

/** Numbers with spaces between them; one that HAProxy does not have is 0. */
function sizesOf(value: Fields[string] | undefined): number[] {
  const text = textOf(value)
  return text === '' ? [] : text.split(' ').map(numberOf)
}

/** HAProxy counts a byte for the end of a chunked body. */
const endOfChunks = (encoding = 0) => (encoding === 0 ? 0 : 1)

function headBytes(line: number, head: number, count = 0): number {
  return startLineOverhead + line + (head - lastBreak - perHeader * count) + endOfHead
}
