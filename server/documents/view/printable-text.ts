/** Controls, line ends, and marks that change the direction of what follows: none may act inside a page of ours. */
const unprintable =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

const numberOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/** More than any name, note or legal line has; what is longer would only fill pages. */
const maxLength = 500

const shortened = (text: string): string =>
  text.length <= maxLength ? text : `${Array.from(text.slice(0, maxLength)).slice(0, -1).join('')}…`

/** A customer's text on one line; a character that cannot be printed is named by its number, as in `[U+202E]`. */
export const printable = (text: string): string =>
  shortened(text)
    .replace(/[\t\r\n]+/g, ' ')
    .replace(unprintable, numberOf)
    .trim()

/** The lines of a text, printable, without empty ones. */
export const printableLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map(printable)
    .filter((line) => line !== '')
