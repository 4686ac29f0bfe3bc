import type { ClientConfig, Pool as PgPool } from 'pg'
import { columnTypes } from './dialect.ts'
import { Pool } from './pg.ts'

const connectTimeout = 5_000
/** Statements of the platform take milliseconds; a longer one waits for a lock of a server that hangs. */
const statementTimeout = 10_000
/** The client gives up later than the server, whose answer says why; it alone notices a network that swallows packets. */
const answerTimeout = 15_000
/** A transaction without a statement for so long belongs to a stopped process; others wait for it, less than their own timeout. */
const idleInTransactionTimeout = 5_000
const maxConnections = 16
const idleTimeout = 30_000

/** How every connection to the database at this address is made. */
export const clientConfig = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'berth',
  types: columnTypes,
  connectionTimeoutMillis: connectTimeout,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

export function openPool(url: string): PgPool {
  const pool = new Pool({
    ...clientConfig(url),
    statement_timeout: statementTimeout,
    query_timeout: answerTimeout,
    idle_in_transaction_session_timeout: idleInTransactionTimeout,
    max: maxConnections,
    idleTimeoutMillis: idleTimeout,
  })
  // An idle connection that the server closes is replaced by the next query.
  pool.on('error', () => {})
  return pool
}
