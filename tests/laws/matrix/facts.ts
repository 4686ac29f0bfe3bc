import assert from 'node:assert/strict'
import { dumpStore } from '#tests/support/faults/dump-store.ts'

/**
 * Expected changes: refusals are logged in the audit log or among the provider calls, and credentials have the date of
 * their last use.
 */
const isNoise = (row: string) =>
  /^((audit|auditTargets|deliveries) |eventSequence \{"name":"audit",)/.test(row)
const withoutUse = (row: string) => row.replace(/"lastUsedAt":\d+/, '')

/** All stored rows; `of` keeps those that mention one of these texts. */
export function factsOf(database: string, of?: readonly string[]): string[] {
  return dumpStore(database)
    .filter((row) => !isNoise(row) && (!of || of.some((text) => row.includes(text))))
    .map(withoutUse)
}

/** Asserts that an action changes nothing in the store. */
export async function unchanged(
  database: string,
  action: () => Promise<void>,
  of?: readonly string[],
): Promise<void> {
  const before = factsOf(database, of)
  assert.ok(before.length > 0)
  await action()
  const after = factsOf(database, of)
  const gone = before.filter((row) => !after.includes(row)).map((row) => `- ${row}`)
  const come = after.filter((row) => !before.includes(row)).map((row) => `+ ${row}`)
  assert.deepEqual([...gone, ...come], [], 'something was changed')
}
