import { stripVTControlCharacters } from 'node:util'
import { printable } from './printable.ts'

/** Formats rows as a table with aligned columns. Cells are what users and other programs have written: none moves the cursor or begins a row. */
export function table(content: readonly (readonly string[])[]): string {
  const rows = content.map((row) => row.map((cell) => printable(cell).replaceAll('\n', ' ')))
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, width(cell))
    })
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - width(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const width = (text: string) => [...stripVTControlCharacters(text)].length
