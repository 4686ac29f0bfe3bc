import { dirname } from 'node:path'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { hasRoomFor } from '#kit/files/disk-full.ts'
import { type Written, writtenBy } from '#stores/sql/written.ts'
import { openWalFile, type WalFile } from './wal-file.ts'

export { writtenBy }

const maxStatements = 500
/** Pause before a connection that a full disk has made exclusive is opened again. */
const reopenEvery = 10_000
/** Closing removes the files beside the database, for which there has to be room again. */
const roomToReopen = { bytes: 1024 * 1024, inodes: 100 }

/**
 * Kysely driver for `node:sqlite` with cached prepared statements. `onWrite` is called with what each statement has
 * changed.
 */
export function openSqliteDatabase(
  path: string,
  onWrite: (written: Written) => void = () => {},
): SqliteDatabase {
  let { database, isExclusive } = openConnection(path)
  const prepared = new Map<string, SqliteStatement>()
  // Back-ups are made through connections of their own. Nothing else runs between closing and opening.
  const reopening = isExclusive ? setInterval(() => reopen(), reopenEvery).unref() : undefined
  const reopen = () => {
    if (database.isTransaction || !hasRoomFor(dirname(path), roomToReopen)) return
    prepared.clear()
    database.close()
    ;({ database, isExclusive } = openConnection(path))
    if (!isExclusive) clearInterval(reopening)
  }
  const prepare = (sql: string): SqliteStatement => {
    if (sql === 'rollback') return rollBackOf(database)
    const statement = toStatement(database.prepare(sql))
    const written = writtenBy(sql)
    return written ? telling(statement, () => onWrite(written)) : statement
  }
  return {
    close() {
      clearInterval(reopening)
      database.close()
    },
    prepare(sql) {
      const known = prepared.get(sql)
      if (known) return known
      const statement = prepare(sql)
      if (prepared.size >= maxStatements) prepared.clear()
      prepared.set(sql, statement)
      return statement
    },
  }
}

/** Durable against power cuts: `synchronous = FULL`. */
function openConnection(path: string): WalFile {
  const opened = openWalFile(path)
  opened.database.exec('pragma synchronous = FULL')
  opened.database.exec('pragma foreign_keys = ON')
  opened.database.exec('pragma busy_timeout = 5000')
  return opened
}

/** On a full disk SQLite has already rolled back; a second rollback would hide the error. */
function rollBackOf(database: DatabaseSync): SqliteStatement {
  const statement = toStatement(database.prepare('rollback'))
  const nothing = { changes: 0, lastInsertRowid: 0 }
  return {
    ...statement,
    run: (parameters) => (database.isTransaction ? statement.run(parameters) : nothing),
  }
}

const toStatement = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
  run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
  iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
})

/** The statement, with a callback after each run, even a failed one. */
function telling({ reader, all, run }: SqliteStatement, tell: () => void): SqliteStatement {
  const told =
    <T>(execute: (parameters: readonly unknown[]) => T) =>
    (parameters: readonly unknown[]): T => {
      try {
        return execute(parameters)
      } finally {
        tell()
      }
    }
  const allTold = told(all)
  return {
    reader,
    all: allTold,
    run: told(run),
    iterate: (parameters) => allTold(parameters).values() as IterableIterator<unknown>,
  }
}
