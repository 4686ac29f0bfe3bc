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

/** User input inside our sentences, reduced to one short line. */
export function quoted(text: string | undefined): string {
  const line = (text ?? '').replace(/[\p{C}\u2028\u2029\s]+/gu, ' ').trim()
  return line.length > maxQuoteLength ? `${line.slice(0, maxQuoteLength)}…` : line
}

/** Client address of the request, if known. */
export const fromAddress = (from: string | undefined) => (from ? ` from the address ${from}` : '')
