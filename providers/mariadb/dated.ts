import type { LogLine } from '#protocol/logplex.ts'

const prefix = /^(\d{4}-\d\d-\d\d) +(\d?\d):(\d\d:\d\d) \d+ (.*)$/s

/** A line of the server's log, with the moment that it begins with, in the time of this machine. */
export function dated(line: string): LogLine {
  const [, day, hour = '', rest, text] = prefix.exec(line) ?? []
  return text === undefined
    ? { at: Date.now(), text: line }
    : { at: new Date(`${day}T${hour.padStart(2, '0')}:${rest}`).getTime(), text }
}
