import type { DatabaseSync } from 'node:sqlite'
import type { Client as PgClient } from 'pg'
import { type Checksum, createChecksum } from './checksum.ts'
import { toParameter } from './dialect.ts'
import { tablesByReference } from './tables-by-reference.ts'

const batchRows = 200
/** Rows that every new database has. */
const seeded = ['migrations', 'eventSequence']

type Row = readonly unknown[]

export interface CopiedTable {
  table: string
  rows: number
}

/** The copy cannot be made, for a reason that the operator can change. */
export class CopyRefusedError extends Error {}

/**
 * Copies every row in one transaction of the target, which both counts and checksums must confirm before it is
 * committed: a copy that fails leaves the target as empty as before.
 */
export async function copyFromSqlite(
  source: DatabaseSync,
  target: PgClient,
  onTable: (copied: CopiedTable) => void,
): Promise<void> {
  await target.query('begin')
  try {
    const tables = await tablesByReference(target)
    requireSameTables(source, tables)
    await requireSameMigrations(source, target)
    await requireEmpty(target, tables)
    for (const table of tables) {
      if (table === 'migrations') continue
      await target.query(`delete from "${table}"`)
      onTable({ table, rows: await copyTable(source, target, table) })
    }
    await target.query('commit')
  } catch (error) {
    await target.query('rollback').catch(() => {})
    throw error
  }
}

async function copyTable(source: DatabaseSync, target: PgClient, table: string): Promise<number> {
  const columns = source.prepare(`select name from pragma_table_info('${table}')`).all()
  const list = columns.map(({ name }) => `"${name}"`).join(', ')
  const reading = source.prepare(`select ${list} from "${table}"`)
  const sent = createChecksum()
  let batch: Row[] = []
  const send = async () => {
    if (batch.length === 0) return
    const places = batch.map((row, at) => `(${row.map((_, n) => `$${at * row.length + n + 1}`)})`)
    await target.query(`insert into "${table}" (${list}) values ${places.join(', ')}`, batch.flat())
    batch = []
  }
  for (const row of reading.iterate()) {
    const values = Object.values(row).map(toParameter)
    sent.add(values)
    batch.push(values)
    if (batch.length === batchRows) await send()
  }
  await send()
  const stored = await checksumOf(target, table, list)
  if (sent.rows !== stored.rows || sent.digest() !== stored.digest()) {
    throw new Error(
      `${table} was not copied faithfully: ${sent.rows} rows of checksum ${sent.digest()} were sent, ${stored.rows} of ${stored.digest()} are there`,
    )
  }
  return sent.rows
}

/** Reads the copy back, some rows at a time. */
async function checksumOf(target: PgClient, table: string, list: string): Promise<Checksum> {
  const checksum = createChecksum()
  await target.query(`declare copied no scroll cursor for select ${list} from "${table}"`)
  for (;;) {
    const { rows } = await target.query({ text: 'fetch 1000 from copied', rowMode: 'array' })
    if (rows.length === 0) break
    for (const row of rows) checksum.add(row)
  }
  await target.query('close copied')
  return checksum
}

function requireSameTables(source: DatabaseSync, tables: readonly string[]): void {
  const named = source
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
    .all()
  const missing = named.filter(({ name }) => !tables.includes(String(name)))
  const unknown = tables.filter((table) => !named.some(({ name }) => name === table))
  if (missing.length === 0 && unknown.length === 0) return
  const names = [...missing.map(({ name }) => name), ...unknown]
  throw new CopyRefusedError(`The tables ${names.join(', ')} are on one side only.`)
}

async function requireSameMigrations(source: DatabaseSync, target: PgClient): Promise<void> {
  const here = source.prepare('select name from migrations order by name').all()
  const { rows } = await target.query('select name from migrations order by name')
  const text = (names: readonly unknown[]) => JSON.stringify(names)
  if (text(here) === text(rows)) return
  throw new CopyRefusedError(
    'The SQLite file is of another version of Berth: start this version on it once, stop it, and copy then.',
  )
}

async function requireEmpty(target: PgClient, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    if (seeded.includes(table)) continue
    const { rows } = await target.query(`select 1 from "${table}" limit 1`)
    if (rows.length > 0) {
      throw new CopyRefusedError(`The target is not empty: it has rows in ${table}.`)
    }
  }
}
