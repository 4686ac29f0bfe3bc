import { randomUUID } from 'node:crypto'
import type { Vault } from '#kit/crypto/vault.ts'
import type { Store } from '#platform/model/store.ts'
import { checkSchema, migrate, reportNewer } from '#stores/migrations/migrate.ts'
import { migrations } from '#stores/migrations/migrations.ts'
import { Kysely, sql } from '#stores/sql/kysely.ts'
import { createSqlStore } from '#stores/sql/sql-store.ts'
import { createTableWatchers } from '#stores/sql/table-watchers.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { postgresqlMigrations } from './dialect.ts'
import { createNotifications, notifyOnWrite } from './notifications.ts'
import { openPool } from './pool.ts'
import { type ClaimOptions, createPostgresqlClaims } from './postgresql-claims.ts'
import { postgresqlDialect, transactionLock } from './postgresql-driver.ts'
import { createSharedMemory } from './shared/shared-memory.ts'
import { explainDatabase, UnusableDatabaseError } from './unusable-database.ts'

/** Advisory lock of the migrations: of two servers that start at once, the second finds them done. */
export const migrationLock = 4_206_002
const minVersion = 14

/** The store in a PostgreSQL database, shared with other servers. Nothing is cached: others may write at any time. */
export async function openPostgresqlStore(
  url: URL,
  vault: Vault,
  claimOptions: ClaimOptions = { serverId: randomUUID() },
  log: (line: string) => void = () => {},
): Promise<Store> {
  const watchers = createTableWatchers()
  const pool = openPool(url.href)
  const db = new Kysely<Tables>({ dialect: postgresqlDialect(pool, watchers.onWrite) })
  try {
    reportNewer(await prepare(db), log)
  } catch (error) {
    await db.destroy()
    const { cause } = error as Error
    throw explainDatabase(cause instanceof Error ? cause : error, url)
  }
  const claims = createPostgresqlClaims(pool, transactionLock, claimOptions)
  const sharedMemory = createSharedMemory(pool, vault, claimOptions.serverId)
  const notifications = createNotifications(url.href, (table) =>
    watchers.onWrite({ table, isDelete: false }),
  )
  await notifications.started
  return {
    ...createSqlStore(db, vault, claims),
    shared: sharedMemory,
    watch: watchers.watch,
    async close() {
      sharedMemory.close()
      await claims.close()
      await notifications.close()
      await db.destroy()
    },
  }
}

/** Checks the database and makes its tables. */
const prepare = (db: Kysely<Tables>): Promise<readonly string[]> =>
  db.connection().execute(async (connection) => {
    await checkServer(connection)
    // However slow the machine is, nobody else waits for the tables.
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set idle_in_transaction_session_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${sql.lit(migrationLock)})`.execute(connection)
    const newer = await migrate(connection, migrations, postgresqlMigrations)
    await checkSchema(connection, postgresqlMigrations)
    await notifyOnWrite(connection)
    await sql`select pg_advisory_unlock(${sql.lit(migrationLock)})`.execute(connection)
    await sql`reset idle_in_transaction_session_timeout`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
    return newer
  })

async function checkServer(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ encoding: string; version: string }>`
    select current_setting('server_encoding') as encoding, current_setting('server_version_num') as version`.execute(
    db,
  )
  const [{ encoding = '', version = '' } = {}] = rows
  if (encoding !== 'UTF8') {
    throw new UnusableDatabaseError(
      `BERTH_STORE: the encoding of the database is ${encoding}: make one with encoding UTF8`,
    )
  }
  if (Math.floor(Number(version) / 10_000) < minVersion) {
    throw new UnusableDatabaseError(
      `BERTH_STORE: the server is too old: PostgreSQL ${minVersion} or later is needed`,
    )
  }
}
