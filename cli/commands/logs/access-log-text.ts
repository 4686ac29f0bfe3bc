import { printable } from '#cli/terminal/printable.ts'
import type { Style, Terminal } from '#cli/terminal/terminal.ts'
import type { AccessLogEntry } from '#client/resources/applications/logs.ts'

/** Human-readable line of a request, or of a connection of a TCP redirection. */
export function accessLogText(
  { date, source, http, bytesIn, bytesOut }: AccessLogEntry,
  { paint }: Pick<Terminal, 'paint'>,
): string {
  const begin = `${paint('dim', date)} ${printable(source.ip).padEnd(15)}`
  if (!http) return `${begin} TCP ${bytesIn} bytes in, ${bytesOut} bytes out`
  const { statusCode, time } = http.response
  const style = styles[Math.floor(statusCode / 100)]
  const status = style ? paint(style, String(statusCode)) : String(statusCode)
  const { method, host, path } = http.request
  const request = `${method.padEnd(4)} ${host}${path}`
  return `${begin} ${status} ${printable(request)} ${paint('dim', `${time} ms`)}`
}

const styles: Record<number, Style> = { 2: 'green', 4: 'yellow', 5: 'red' }

/** A request in the Common Log Format. */
export function commonLogText({ date, source, http, bytesOut }: AccessLogEntry): string {
  const { method = '-', path = '-' } = http?.request ?? {}
  const request = printable(`${method} ${path}`).replaceAll('\\', '\\\\').replaceAll('"', '\\"')
  return `${source.ip} - - [${commonLogDate(date)}] "${request}" ${http?.response.statusCode ?? '-'} ${bytesOut}`
}

/** `10/Oct/2000:13:55:36 +0000`. */
function commonLogDate(date: string): string {
  const [, day, month, year, time] =
    /^\w+, (\d+) (\w+) (\d+) ([\d:]+) GMT$/.exec(new Date(date).toUTCString()) ?? []
  return `${day}/${month}/${year}:${time} +0000`
}
