import { StoreUnavailableError } from '#platform/model/store-unavailable.ts'

/** Codes of Node for a server that cannot be reached. */
const networkCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]

/** SQLSTATE of a server that stops, starts, has no connection left, is a standby, or has cut a statement or transaction off. */
const serverCodes = [
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '57014',
  '53300',
  '25P03',
  '25P04',
  '25006',
  '55P03',
]

/** Messages of the client, which have no code. */
const clientMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (was closed|has encountered)|Cannot use a pool after)/

/** Whether the database, or the way to it, failed rather than the statement. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (code) return networkCodes.includes(code) || serverCodes.includes(code) || /^08/.test(code)
  return clientMessages.test(error.message)
}

export const asStoreError = (error: unknown): unknown =>
  isUnavailable(error) ? new StoreUnavailableError(error) : error
