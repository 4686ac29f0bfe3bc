import type { SentLine } from '#platform/providers/calls/take-logs.ts'
import { Refusal } from '#platform/refusal.ts'

const maxFrames = 10_000
const maxMessageLength = 16_384
/** `<priority>version date host application process message-id data message`, as RFC 5424 has it. */
const syslogLine =
  /^<(\d{1,3})>1 (\S{1,64}) (\S{1,255}) (\S{1,255}) (\S{1,128}) (\S{1,64}) (?:-|\[.*?\](?= |$)) ?([\s\S]*)$/

/** Reads lines of syslog that each have their length in bytes before them. */
export function readFrames(body: Buffer, now: number): SentLine[] {
  const lines: SentLine[] = []
  let at = 0
  while (at < body.length) {
    const space = body.indexOf(0x20, at)
    const length = lengthIn(body, at, space)
    const end = space + 1 + length
    if (length === 0 || end > body.length || lines.length === maxFrames) throw unreadable()
    lines.push(lineOf(body.toString('utf8', space + 1, end), now))
    at = end
  }
  return lines
}

function lengthIn(body: Buffer, at: number, space: number): number {
  const digits = space > at && space - at <= 7 ? body.toString('latin1', at, space) : ''
  return /^[1-9]\d*$/.test(digits) ? Number(digits) : 0
}

function lineOf(text: string, now: number): SentLine {
  const [, priority, date = '', addonId = '', , , , message = ''] = syslogLine.exec(text) ?? []
  if (priority === undefined) throw unreadable()
  const moment = Date.parse(date)
  return {
    addonId,
    date: Number.isNaN(moment) ? now : Math.min(moment, now),
    severity: severityOf(Number(priority) % 8),
    message: message.trimEnd().slice(0, maxMessageLength),
  }
}

const severityOf = (level: number): SentLine['severity'] =>
  level <= 3 ? 'error' : level === 4 ? 'warning' : 'info'

const unreadable = () =>
  new Refusal(
    'invalid',
    'The body is not a sequence of RFC 5424 lines, each with its length in bytes and a space before it.',
  )
