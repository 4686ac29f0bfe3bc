/** Rows that a client has printed as lines, with tab-separated columns. */
export const rowsOf = (printed: string): string[][] =>
  printed
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\t'))

/** Rows that a client has printed as JSON, one a line: JSON has no line breaks inside, whatever its texts have. */
export const jsonRowsOf = <Row>(printed: string): Row[] =>
  printed
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)
