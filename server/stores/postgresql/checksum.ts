import { createHash } from 'node:crypto'

/** Checksum of rows in any order. */
export interface Checksum {
  readonly rows: number
  add(row: readonly unknown[]): void
  digest(): string
}

const modulus = 2n ** 128n

/** The sum of a hash of each row: equal rows count as often as they occur. */
export function createChecksum(): Checksum {
  let rows = 0
  let sum = 0n
  return {
    get rows() {
      return rows
    },
    add(row) {
      rows += 1
      const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex')
      sum = (sum + BigInt(`0x${hash.slice(0, 32)}`)) % modulus
    },
    digest: () => sum.toString(16).padStart(32, '0'),
  }
}
