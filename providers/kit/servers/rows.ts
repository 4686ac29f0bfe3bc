/** Rows that a client has printed as lines, with tab-separated columns. */
export const rowsOf = (printed: string): string[][] =>
  printed
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\t'))
