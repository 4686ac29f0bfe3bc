import { type Role, rolesInWords } from '#platform/model/identity/accounts/organisation.ts'

const maxQuoteLength = 100

/** An address inside our sentences that the reader has to know, such as a domain or an e-mail address, reduced to one short line. */
export function verbatim(text: string | undefined, maxLength = maxQuoteLength): string {
  const line = (text ?? '').replace(/[\p{C}\u2028\u2029\s]+/gu, ' ').trim()
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line
}

/** Dots of all scripts that a browser takes for one, at signs and colons, inside a word. */
const linking = /(?<=[^\s])(?:[.\u3002\uff0e\uff61@\uff20]|:(?=\/\/))(?=[^\s])/gu

/**
 * A name that somebody has typed, inside our sentences: one short line. Mail programs make links of what looks like an address, so the signs that
 * make it one are set in brackets, as in `evil[.]test`: nobody gets a link from us that a stranger has written.
 */
export const quoted = (text: string | undefined, maxLength?: number): string =>
  verbatim(text, maxLength).replace(linking, (sign) => `[${sign}]`)

/** Client address of the request, if known. */
export const fromAddress = (from: string | undefined) => (from ? ` from the address ${from}` : '')

/** `an administrator`, `a developer`. */
export const roleInWords = (role: string | undefined): string =>
  rolesInWords[role as Role] ?? quoted(role)

const inWords = (text: string, options: Intl.DateTimeFormatOptions): string => {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return quoted(text)
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(time)
}

/** `November 2026` for `2026-11`. */
export const monthInWords = (month: string | undefined): string =>
  inWords(month ?? '', { month: 'long', year: 'numeric' })

/** `16 December 2026` for `2026-12-16`. */
export const dateInWords = (date: string | undefined): string =>
  inWords(date ?? '', { day: 'numeric', month: 'long', year: 'numeric' })

/** `16 Dec 2026, 09:05 UTC`. */
export const timeInWords = (time: string): string =>
  `${inWords(time, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' })} UTC`
