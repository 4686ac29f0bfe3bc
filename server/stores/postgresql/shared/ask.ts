import type { Pool } from 'pg'
import { asStoreError } from '#stores/postgresql/unavailable.ts'

/** A single statement outside of the lock of all transactions: it waits for nobody. */
export type Ask = (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>

export const askOf =
  (pool: Pool): Ask =>
  async (text, values) => {
    try {
      return (await pool.query(text, values)).rows
    } catch (error) {
      throw asStoreError(error)
    }
  }
