import type { Row } from './tables.ts'

/** The record with its booleans as the numbers that a table holds. */
export function toRow<T extends object>(record: T): Row<T> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key,
      typeof value === 'boolean' ? Number(value) : value,
    ]),
  ) as Row<T>
}

/** The row with the named columns as booleans. */
export function fromRow<T>(row: Row<T>, booleans: readonly (keyof T)[]): T {
  const record = { ...row } as Record<keyof T, unknown>
  for (const key of booleans) record[key] = record[key] === 1
  return record as T
}
