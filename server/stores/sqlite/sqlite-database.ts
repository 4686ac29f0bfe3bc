import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { type Written, writtenBy } from '#stores/sql/written.ts'

export { writtenBy }

const maxStatements = 500

/**
 * Kysely driver for `node:sqlite` with cached prepared statements. `onWrite` is called with what each statement has
 * changed.
 */
export function openSqliteDatabase(
  path: string,
  onWrite: (written: Written) => void = () => {},
): SqliteDatabase {
  // SQLite creates its other files with the mode of this one.
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path)
  // Durability against power cuts: WAL with synchronous=FULL.
  database.exec('pragma journal_mode = WAL')
  database.exec('pragma synchronous = FULL')
  database.exec('pragma foreign_keys = ON')
  database.exec('pragma busy_timeout = 5000')
  const prepared = new Map<string, SqliteStatement>()
  const prepare = (sql: string): SqliteStatement => {
    if (sql === 'rollback') return rollBackOf(database)
    const statement = toStatement(database.prepare(sql))
    const written = writtenBy(sql)
    return written ? telling(statement, () => onWrite(written)) : statement
  }
  return {
    close: () => database.close(),
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
