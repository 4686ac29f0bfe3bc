import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

const maxStatements = 500

/** `node:sqlite` as Kysely wants it, with every statement prepared once. `onWrite` is told what each has changed. */
export function openSqliteDatabase(
  path: string,
  onWrite: (written: Written) => void = () => {},
): SqliteDatabase {
  // SQLite gives its other files the mode of this one.
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path)
  // What is acknowledged must survive a power cut: with WAL that takes synchronous=FULL.
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

/** On a full disk SQLite has rolled back by itself; a second time would hide why. */
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

/** The statement, telling each time it was run, even if it failed. */
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

/** What a statement may change: rows of one table, anything, or nothing (`undefined`). */
export type Written = { table: string; isDelete: boolean } | 'anything' | undefined

const change = /^(insert into|update|delete from) "?(\w+)"?[ (]/i
const harmless = /^(select|begin|commit|rollback|savepoint|release|pragma)\b/i

/** Reads off a statement what it may change; whatever it does not understand may change anything. */
export function writtenBy(sql: string): Written {
  if (harmless.test(sql)) return undefined
  const [, verb, table] = change.exec(sql) ?? []
  if (!verb || !table) return 'anything'
  return { table, isDelete: verb.toLowerCase() === 'delete from' }
}
