/** What a mail is written from. */
export interface Occasion {
  to: string
  /** Where our pages are, without a slash at the end. */
  pagesUrl: string
  knows: Readonly<Record<string, string>>
}

/** What a mail says. */
export interface Words {
  subject: string
  text: string
}

export type Write = (occasion: Occasion) => Words

/** Paragraphs, with our name below. */
export function paragraphs(...parts: string[]): string {
  return `${[...parts.filter(Boolean), '-- \nBerth'].join('\n\n')}\n`
}

/** An address of one of our pages, for a line of its own. */
export function link(
  { pagesUrl }: Pick<Occasion, 'pagesUrl'>,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const along = new URLSearchParams(query)
  return `${pagesUrl}${path}${along.size > 0 ? `?${along}` : ''}`
}

const maxQuoteLength = 100

/** What somebody typed, inside a sentence of ours: one short line, whatever it was. */
export function quoted(text: string | undefined): string {
  const line = (text ?? '').replace(/[\p{C}\u2028\u2029\s]+/gu, ' ').trim()
  return line.length > maxQuoteLength ? `${line.slice(0, maxQuoteLength)}…` : line
}

/** From where it was asked for, if that is known. */
export const whence = (from: string | undefined) => (from ? ` from the address ${from}` : '')
