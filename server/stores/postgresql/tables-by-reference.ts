import type { Client as PgClient } from 'pg'

/** Tables of the schema, each after those that it refers to. */
export async function tablesByReference(client: PgClient): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
  )
  const references = await client.query<{ table: string; parent: string }>(
    `select child.relname as table, parent.relname as parent from pg_constraint
     join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
     where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  const ordered = new Set<string>()
  const visit = (table: string) => {
    if (ordered.has(table)) return
    for (const each of references.rows) {
      if (each.table === table && each.parent !== table) visit(each.parent)
    }
    ordered.add(table)
  }
  for (const { name } of tables.rows) visit(name)
  return [...ordered]
}
