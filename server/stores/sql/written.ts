/** Effect of a statement: rows of one table, anything, or nothing (`undefined`). */
export type Written = { table: string; isDelete: boolean } | 'anything' | undefined

const change = /^(insert into|update|delete from) "?(\w+)"?[ (]/i
const harmless = /^(select|begin|commit|rollback|savepoint|release|pragma)\b/i

/** Parses the effect of a statement; an unknown statement may change anything. */
export function writtenBy(sql: string): Written {
  if (harmless.test(sql)) return undefined
  const [, verb, table] = change.exec(sql) ?? []
  if (!verb || !table) return 'anything'
  return { table, isDelete: verb.toLowerCase() === 'delete from' }
}
