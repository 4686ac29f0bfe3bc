export interface SortOrder {
  key: string
  isDescending: boolean
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Rows by a value of theirs; equal ones stay in their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortValue: (row: Row) => string | number,
  isDescending: boolean,
): Row[] {
  const sign = isDescending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [sortValue(one), sortValue(other)]
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
    return sign * collator.compare(String(a), String(b))
  })
}
