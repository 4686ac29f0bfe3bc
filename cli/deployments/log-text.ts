import { printable } from '#cli/terminal/printable.ts'
import type { Style, Terminal } from '#cli/terminal/terminal.ts'
import type { LogLine } from '#client/resources/applications/logs.ts'

/** Human-readable log line. */
export function logText(
  { date, severity, message }: Pick<LogLine, 'date' | 'severity' | 'message'>,
  { paint }: Pick<Terminal, 'paint'>,
): string {
  const style = styles[severity]
  const text = printable(message)
  return `${paint('dim', date)} ${style ? paint(style, text) : text}`
}

/** The same with the instance that has printed it, by the first eight characters of its id. */
export function instanceLogText(
  line: Pick<LogLine, 'date' | 'severity' | 'message'> & { instanceId?: string },
  terminal: Pick<Terminal, 'paint'>,
): string {
  const name = line.instanceId?.slice(0, idShown)
  return logText(name ? { ...line, date: `${line.date} ${name}` } : line, terminal)
}

const idShown = 8

const styles: Record<string, Style> = {
  error: 'red',
  err: 'red',
  warning: 'yellow',
  warn: 'yellow',
}
