/** A line of the operator's log about what nobody expected, with its stack; `what` is an id that the caller saw, or where it happened. */
export const bugLine = (error: unknown, what = ''): string =>
  `bug${what && ` ${what}`}: ${error instanceof Error ? error.stack : String(error)}`

/** The line with the time of its writing. One about a bug still begins with `bug`, so that operators and their tools find it. */
export function timedLine(line: string, time = new Date()): string {
  const [, kind, rest] = /^(bug)(?=[ :])(.*)$/s.exec(line) ?? []
  return kind ? `${kind} ${time.toISOString()}${rest}` : `${time.toISOString()} ${line}`
}
