/**
 * Rows that `mariadb --xml` has printed: the only one of its forms that tells NULL from a text. A row that was cut off is
 * left out; the names of the columns are those of the first row.
 */
export function parseRows(printed: string): { columns: string[]; rows: (string | null)[][] } {
  let columns: string[] = []
  const rows: (string | null)[][] = []
  for (const [, row = ''] of printed.matchAll(/ {2}<row>\n([\s\S]*?)\n {2}<\/row>/g)) {
    const fields = [...row.matchAll(field)]
    if (rows.length === 0) columns = fields.map(([, name = '']) => decoded(name))
    rows.push(fields.map(([, , value]) => (value === undefined ? null : decoded(value))))
  }
  return { columns, rows }
}

const field = /\t<field name="([^"]*)"(?: xsi:nil="true" \/>|>([^<]*)<\/field>)/g
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' }

const decoded = (text: string) =>
  text.replace(/&(lt|gt|amp|quot);/g, (_, name: string) => entities[name] ?? '')
