import { isDecimal } from '#platform/model/billing/amount.ts'

/** First characters that make a spreadsheet take a cell for a formula, with their full-width forms. */
const formula = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u

/** A cell that no spreadsheet executes: an apostrophe makes it text. Plain numbers stay numbers. */
function cell(text: string): string {
  const safe = formula.test(text) && !isDecimal(text) ? `'${text}` : text
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as CSV (RFC 4180), the first being the names of the columns. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
