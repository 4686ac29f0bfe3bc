/**
 * Records of a text in CSV, as clients of databases print it. A text that was cut off loses its last record, which may
 * be incomplete. Each field is kept as it is, without its quotes.
 */
export function parseCsv(printed: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let at = 0
  while (at < printed.length) {
    const { field, end } = fieldAt(printed, at)
    if (end >= printed.length) break
    record.push(field)
    if (printed[end] === '\n') {
      records.push(record)
      record = []
    }
    at = end + 1
  }
  return records
}

/** A field, and where the comma or line break after it is; the length of the text if there is none. */
function fieldAt(text: string, at: number): { field: string; end: number } {
  if (text[at] !== '"') {
    let end = at
    while (end < text.length && text[end] !== ',' && text[end] !== '\n') end += 1
    return { field: text.slice(at, end), end }
  }
  let field = ''
  let from = at + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return { field, end: text.length }
    field += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { field, end: quote + 1 }
    field += '"'
    from = quote + 2
  }
}
