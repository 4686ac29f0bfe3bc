import type { SentLine } from '#platform/marketplace/providers/calls/ingest-logs.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxFrames = 10_000
const maxMessageLength = 16_384
/**
 * RFC 5424 header: `<priority>version date host application process message-id `; structured data and message follow.
 */
const syslogHeader = /^<(\d{1,3})>1 (\S{1,64}) (\S{1,255}) \S{1,255} \S{1,128} \S{1,64} /
/** One SD-ELEMENT: brackets count outside quotes only, and a quote may be escaped by a backslash. */
const dataElement = /\[[^\]"]*(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*"[^\]"]*)*\]/y

/** Parses syslog lines with octet-counting framing. */
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
  const [header, priority, date = '', addonId = ''] = syslogHeader.exec(text) ?? []
  if (header === undefined) throw unreadable()
  const message = text.slice(endOfData(text, header.length) + 1)
  const moment = Date.parse(date)
  return {
    addonId,
    date: Number.isNaN(moment) ? now : Math.min(moment, now),
    severity: severityOf(Number(priority) % 8),
    message: message.trimEnd().slice(0, maxMessageLength),
  }
}

/** End of the structured data: `-`, or adjacent elements. */
function endOfData(text: string, start: number): number {
  let end = start
  if (text[start] === '-') end++
  else {
    dataElement.lastIndex = start
    while (dataElement.test(text)) end = dataElement.lastIndex
  }
  const isEnd = end === text.length || text[end] === ' '
  if (end === start || !isEnd) throw unreadable()
  return end
}

const severityOf = (level: number): SentLine['severity'] =>
  level <= 3 ? 'error' : level === 4 ? 'warning' : 'info'

const unreadable = () =>
  new Refusal(
    'invalid',
    'The body is not a sequence of RFC 5424 lines, each with its length in bytes and a space before it.',
  )
