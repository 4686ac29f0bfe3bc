import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate } from '#stores/migrations/migrate.ts'
import { type Migration, migrations } from '#stores/migrations/migrations.ts'
import { Kysely, SqliteDialect } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { openSqliteDatabase } from '#stores/sqlite/sqlite-database.ts'
import { root } from './source-tree.ts'

const folder = join(root, 'server/stores/migrations')

/** Files as `sha256sum *.sql` prints them. */
const checksums = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const content = readFileSync(join(folder, file))
      return `${createHash('sha256').update(content).digest('hex')}  ${file}`
    })

test('migrations: none has changed since it was added', () => {
  const kept = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
  assert.deepEqual(
    checksums(),
    kept,
    'databases have run these files: follow one with another instead of changing it. A new one is added to the list by `sha256sum`',
  )
})

test('migrations: each file is in the history, in the order of its number', () => {
  assert.deepEqual(
    migrations.map(({ name }) => name),
    checksums().map((line) => line.slice(66, -'.sql'.length)),
  )
})

/** The last migration of before versions read the marks. */
const firstReader = '0038-audit-targets'

test('migrations: a mark names an earlier migration, whose versions read marks', () => {
  const names = migrations.map(({ name }) => name)
  for (const { name, compatibleWith } of migrations) {
    if (compatibleWith === null) continue
    const at = names.indexOf(compatibleWith)
    assert.ok(at >= names.indexOf(firstReader) && at < names.indexOf(name), `${name}: the mark`)
  }
})

for (const [index, { name, compatibleWith }] of migrations.entries()) {
  if (compatibleWith === null) continue
  test(`migrations: ${name} leaves all columns of ${compatibleWith}, and asks for no others in a new row`, async () => {
    const known = migrations.findIndex((each) => each.name === compatibleWith)
    const before = await columnsAfter(migrations.slice(0, known + 1))
    const after = await columnsAfter(migrations.slice(0, index + 1))
    assert.deepEqual(problemsFor(before, after), [])
  })
}

test('migrations: a mark is refused for a column that is gone, and for one that a new row needs', async () => {
  const history = (...statements: string[]): Migration[] => [
    { name: '1', compatibleWith: null, statements: async () => statements },
  ]
  const before = await columnsAfter(history('create table a ("x" text, "y" text)'))
  const after = history('create table a ("x" text, "z" text not null, "u" text not null default 0)')
  assert.deepEqual(problemsFor(before, await columnsAfter(after)), ['a.y is gone', 'a.z is needed'])
  const more = history('create table a ("x" text, "y" text, "z" text)', 'create table b ("z" text)')
  assert.deepEqual(problemsFor(before, await columnsAfter(more)), [])
})

interface Column {
  table: string
  name: string
  isNeeded: boolean
}

/** Why a version that knows the columns before cannot go on with those after. */
function problemsFor(before: readonly Column[], after: readonly Column[]): string[] {
  const has = (all: readonly Column[], one: Column) =>
    all.some(({ table, name }) => table === one.table && name === one.name)
  const isOld = (one: Column) => before.some(({ table }) => table === one.table)
  const gone = before.filter((one) => !has(after, one))
  const needed = after.filter((one) => one.isNeeded && isOld(one) && !has(before, one))
  const nameOf = ({ table, name }: Column) => `${table}.${name}`
  return [
    ...gone.map((one) => `${nameOf(one)} is gone`),
    ...needed.map((one) => `${nameOf(one)} is needed`),
  ]
}

async function columnsAfter(history: readonly Migration[]): Promise<Column[]> {
  const database = openSqliteDatabase(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  await migrate(db, history)
  const rows = database
    .prepare(
      `select tables.name as "table", columns.name, columns."notnull" = 1 and columns.dflt_value is null as needed
       from sqlite_master as tables, pragma_table_info(tables.name) as columns
       where tables.type = 'table' and tables.name <> 'migrations'`,
    )
    .all([]) as { table: string; name: string; needed: number }[]
  await db.destroy()
  return rows.map(({ table, name, needed }) => ({ table, name, isNeeded: needed === 1 }))
}
