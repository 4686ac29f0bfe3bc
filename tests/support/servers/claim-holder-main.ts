import { setTimeout as sleep } from 'node:timers/promises'
import { createVault } from '#kit/crypto/vault.ts'
import { ClaimLostError } from '#platform/model/claims.ts'
import { StoreUnavailableError } from '#platform/model/store-unavailable.ts'
import { openPostgresqlStore } from '#stores/postgresql/postgresql-store.ts'

/** A server that holds a claim and writes under it until it has lost it: `claim-holder-main.ts ADDRESS LEASE`. */
const [address = '', lease = ''] = process.argv.slice(2)
const store = await openPostgresqlStore(new URL(address), createVault(Buffer.alloc(32)), {
  serverId: `process ${process.pid}`,
  lease: Number(lease),
})
const write = (round: number) =>
  round % 2 === 0
    ? store.eventCursors.move('last writer', process.pid)
    : store.transaction((inside) => inside.eventCursors.move('last writer', process.pid))

const ending = await store.claims.lead('writing', async () => {
  for (let round = 0; ; round += 1) {
    try {
      await write(round)
    } catch (error) {
      if (error instanceof ClaimLostError) return 'lost'
      // One that is stopped inside a transaction finds its connection closed.
      if (!(error instanceof StoreUnavailableError)) return String(error)
    }
    if (round === 2) process.send?.('holds')
    await sleep(5)
  }
})
process.send?.(ending?.result ?? 'never had it')
await store.close()
process.disconnect()
