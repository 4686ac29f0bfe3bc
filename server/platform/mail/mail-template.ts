/** Input of an e-mail template. */
export interface MailContext {
  to: string
  /** URL of our pages, without trailing slash. */
  pagesUrl: string
  knows: Readonly<Record<string, string>>
}

/** Subject and text of an e-mail. */
export interface MailText {
  subject: string
  text: string
}

export type Write = (occasion: MailContext) => MailText

/** Joins paragraphs and appends the signature. */
export function paragraphs(...parts: string[]): string {
  return `${[...parts.filter(Boolean), '-- \nBerth'].join('\n\n')}\n`
}

/** URL of one of our pages, for a line of its own. */
export function link(
  { pagesUrl }: Pick<MailContext, 'pagesUrl'>,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const along = new URLSearchParams(query)
  return `${pagesUrl}${path}${along.size > 0 ? `?${along}` : ''}`
}

const maxQuoteLength = 100

/** An address inside our sentences that the reader has to know, such as a domain or an e-mail address, reduced to one short line. */
export function verbatim(text: string | undefined): string {
  const line = (text ?? '').replace(/[\p{C}\u2028\u2029\s]+/gu, ' ').trim()
  return line.length > maxQuoteLength ? `${line.slice(0, maxQuoteLength)}…` : line
}

/** Dots of all scripts that a browser takes for one, at signs and colons, inside a word. */
const linking = /(?<=[^\s])(?:[.\u3002\uff0e\uff61@\uff20]|:(?=\/\/))(?=[^\s])/gu

/**
 * A name that somebody has typed, inside our sentences: one short line. Mail programs make links of what looks like an address, so the signs that
 * make it one are set in brackets, as in `evil[.]test`: nobody gets a link from us that a stranger has written.
 */
export const quoted = (text: string | undefined): string =>
  verbatim(text).replace(linking, (sign) => `[${sign}]`)

/** Client address of the request, if known. */
export const fromAddress = (from: string | undefined) => (from ? ` from the address ${from}` : '')
