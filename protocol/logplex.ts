/** A log line sent by a provider. */
export interface LogLine {
  /** Time of writing; milliseconds since 1970. */
  at: number
  text: string
}

/** Content type of log lines. */
export const logplexType = 'application/logplex-1'

const maxLineLength = 10_000
/** Facility user, severity informational. */
const priority = 14

/** Lines in RFC 5424 with octet counting; the add-on is the host, its token the application name. */
export const logplexBody = (addonId: string, token: string, lines: readonly LogLine[]): string =>
  lines.map((line) => frame(addonId, token, line)).join('')

function frame(addonId: string, token: string, { at, text }: LogLine): string {
  const message = text.replace(/[\r\n]+/g, ' ').slice(0, maxLineLength)
  const line = `<${priority}>1 ${new Date(at).toISOString()} ${addonId} ${token} - - - ${message}`
  return `${Buffer.byteLength(line)} ${line}`
}
