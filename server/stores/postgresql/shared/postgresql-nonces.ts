import type { SharedNonces } from '#platform/model/identity/access/nonce-store.ts'
import type { Ask } from './ask.ts'

const insert = `insert into nonces ("key", "expiresAt") select * from unnest($1::text[], $2::bigint[])
  on conflict do nothing returning "key"`

interface Batch {
  nonces: Map<string, number>
  /** Resolves to the keys that were new. */
  added: Promise<ReadonlySet<unknown>>
}

/** One row per nonce. Requests of one turn of the event loop share a statement, which costs as much as one. */
export function createPostgresqlNonces(ask: Ask): SharedNonces {
  let batch: Batch | undefined
  const write = async (nonces: Map<string, number>) => {
    await new Promise(setImmediate)
    batch = undefined
    // In one order at all servers, because two statements with the same keys wait for each other otherwise.
    const sorted = [...nonces].sort(([one], [other]) => (one < other ? -1 : 1))
    const rows = await ask(insert, [sorted.map(([key]) => key), sorted.map(([, time]) => time)])
    return new Set(rows.map(({ key }) => key))
  }
  const begin = (): Batch => {
    const nonces = new Map<string, number>()
    return { nonces, added: write(nonces) }
  }
  return {
    async add(key, expiresAt) {
      batch ??= begin()
      if (batch.nonces.has(key)) return false
      batch.nonces.set(key, expiresAt)
      return (await batch.added).has(key)
    },
  }
}
