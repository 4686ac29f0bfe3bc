/** A line of log as a provider sends it. */
export interface LogLine {
  /** When it was written; milliseconds since 1970. */
  at: number
  text: string
}

/** What lines of log are sent as. */
export const logplexType = 'application/logplex-1'

const maxLineLength = 10_000
/** Facility user, severity informational. */
const priority = 14

/** Lines as RFC 5424 with the length of each in front; the add-on is the host, its token the application. */
export const logplexBody = (addonId: string, token: string, lines: readonly LogLine[]): string =>
  lines.map((line) => frame(addonId, token, line)).join('')

function frame(addonId: string, token: string, { at, text }: LogLine): string {
  const message = text.replace(/[\r\n]+/g, ' ').slice(0, maxLineLength)
  const line = `<${priority}>1 ${new Date(at).toISOString()} ${addonId} ${token} - - - ${message}`
  return `${Buffer.byteLength(line)} ${line}`
}
