import type { LogLine } from '#protocol/logplex.ts'

const prefix = /^\d+:\S+ (\d\d \w{3} \d{4} \d\d:\d\d:\d\d\.\d{3}) . (.*)$/s

/** A line of the server's log, with the moment that it begins with. */
export function dated(line: string): LogLine {
  const [, moment, text] = prefix.exec(line) ?? []
  const at = Date.parse(`${moment} UTC`)
  return text === undefined || Number.isNaN(at) ? { at: Date.now(), text: line } : { at, text }
}
