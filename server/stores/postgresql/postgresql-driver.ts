import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { ClaimLostError } from '#platform/model/claims.ts'
import { StoreUnavailableError } from '#platform/model/store-unavailable.ts'
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from '#stores/sql/kysely.ts'
import { type Written, writtenBy } from '#stores/sql/written.ts'
import { currentClaim, type HeldClaim } from './current-claim.ts'
import { toParameter } from './dialect.ts'
import { asStoreError, isUnavailable } from './unavailable.ts'

/** Advisory lock of every transaction; any number that other programs on the database do not use. */
export const transactionLock = 4_206_001

/** Called with what each statement has changed, once it is committed. */
type OnWrite = (written: Written) => void

/**
 * Kysely's dialect for PostgreSQL with a driver of our own. Transactions run one after another, across all servers, by an advisory
 * lock: what the platform reads in a transaction is still so when it writes, as with the single writer of SQLite.
 */
export const postgresqlDialect = (pool: Pool, onWrite: OnWrite): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => createDriver(pool, onWrite),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

function createDriver(pool: Pool, onWrite: OnWrite): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => new Connection(await connect(pool), onWrite),
    beginTransaction: (connection) => (connection as Connection).begin(),
    commitTransaction: (connection) => (connection as Connection).commit(),
    rollbackTransaction: (connection) => (connection as Connection).rollback(),
    releaseConnection: async (connection) => (connection as Connection).release(),
    destroy: () => pool.end(),
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    // Whatever the reason, such as a changed password, an operator can repair it while the server runs.
    throw new StoreUnavailableError(error)
  }
}

/** One connection for a statement or a transaction. */
class Connection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #onWrite: OnWrite
  readonly #onError = () => {
    this.#isLost = true
  }
  /** Its state is unknown, so that it is closed instead of used again. */
  #isLost = false
  /** Effects of the statements of the present transaction. */
  #written: Written[] | undefined

  constructor(client: PoolClient, onWrite: OnWrite) {
    this.#client = client
    this.#onWrite = onWrite
    // The pool listens only while it holds the client; an error without a listener would end the process.
    client.on('error', this.#onError)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const isFenced = currentClaim() && !this.#written && writtenBy(query.sql)
    if (!isFenced) return this.#execute(query)
    await this.begin()
    try {
      const result = await this.#execute<R>(query)
      await this.commit()
      return result
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  async #execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#ask(() =>
      this.#client.query(sql, parameters.map(toParameter)),
    )
    if (!changes.has(command)) return { rows }
    if (this.#written) this.#written.push(writtenBy(sql))
    else this.#onWrite(writtenBy(sql))
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  async begin(): Promise<void> {
    await this.#ask(() =>
      this.#client.query(`begin; select pg_advisory_xact_lock(${transactionLock})`),
    )
    this.#written = []
    const claim = currentClaim()
    if (claim) await this.#requireClaim(claim)
  }

  /** Checked under the lock of all transactions, without which nobody takes a claim over. */
  async #requireClaim(claim: HeldClaim): Promise<void> {
    const { rowCount } = await this.#ask(() =>
      this.#client.query(
        `select 1 from claims where "name" = $1 and "token" = $2 and "expiresAt" > 0`,
        [claim.name, claim.token],
      ),
    )
    if (rowCount === 1) return
    claim.isLost = true
    await this.rollback()
    throw new ClaimLostError(claim.name)
  }

  async commit(): Promise<void> {
    await this.#ask(() => this.#client.query('commit'))
    const written = this.#written ?? []
    this.#written = undefined
    for (const each of written) this.#onWrite(each)
  }

  async rollback(): Promise<void> {
    this.#written = undefined
    // A transaction on a lost connection is rolled back by the server.
    if (!this.#isLost) await this.#ask(() => this.#client.query('rollback'))
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    yield* []
    throw new Error('no query of the store is streamed')
  }

  release(): void {
    this.#client.off('error', this.#onError)
    this.#client.release(this.#isLost)
  }

  async #ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question()
    } catch (error) {
      if (isUnavailable(error)) this.#isLost = true
      throw asStoreError(error)
    }
  }
}

const changes: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE'])
