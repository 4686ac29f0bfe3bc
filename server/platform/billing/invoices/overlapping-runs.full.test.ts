import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createVault } from '#kit/crypto/vault.ts'
import { run } from '#kit/process/subprocess.ts'
import type { OrganisationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { addCustomer, addPrices, addUse, openShop } from '#tests/support/billing/shop.ts'
import { runInvoices } from './issue-invoices.ts'

const [october, december] = [Date.UTC(2026, 9), Date.UTC(2026, 11)]

async function addCustomers(store: Store, count: number): Promise<OrganisationId[]> {
  await addPrices(store, october)
  const owners: OrganisationId[] = []
  for (let at = 0; at < count; at++) {
    const ownerId = await addCustomer(store, { billingEmail: `a${at}@example.test` })
    await addUse(store, ownerId, { from: october + at * 1000 })
    owners.push(ownerId)
  }
  return owners
}

/** Two invoices of each owner, numbered without gaps, each with one mail. */
async function assertComplete(store: Store, owners: readonly OrganisationId[]): Promise<void> {
  const invoices = (await store.invoices.listAll({})).toReversed()
  const sequence = invoices.map(({ number }) => number)
  assert.deepEqual(
    sequence,
    invoices.map((_, at) => `F20261201-${String(at + 1).padStart(6, '0')}`),
  )
  assert.equal(invoices.length, 2 * owners.length)
  const months = new Set(invoices.map(({ ownerId, period }) => `${ownerId} ${period.from}`))
  assert.equal(months.size, invoices.length, 'one for each owner and month')
  let mails = 0
  for (let next = await store.outbox.findNext(); next; next = await store.outbox.findNext()) {
    mails += 1
    await store.outbox.remove(next.id)
  }
  assert.equal(mails, invoices.length, 'one mail for each')
}

test('invoices: two runs at the same time issue each invoice once, without gaps', async () => {
  await using shop = await openShop({ now: december })
  const { store, platform } = shop
  const owners = await addCustomers(store, 12)
  const runs = await Promise.all([1, 2, 3].map(() => runInvoices(platform, december)))
  assert.deepEqual(
    runs.flatMap(({ failed }) => failed),
    [],
  )
  assert.equal(runs.flatMap(({ issued }) => issued).length, 24)
  await assertComplete(store, owners)
})

test('invoices: runs that are killed anywhere leave neither gaps nor doubles', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-invoices-'))
  try {
    const path = join(folder, 'store.db')
    const key = randomBytes(32)
    const options = { now: december, path, vault: createVault(key) }
    const first = await openShop(options)
    const owners = await addCustomers(first.store, 12)
    await first.store.close()
    const main = fileURLToPath(import.meta.resolve('#tests/support/billing/invoice-run-main.ts'))
    const kills = [
      ['mail', 1],
      ['mail', 5],
      ['clock', 9],
      ['mail', 4],
    ] as const
    for (const [point, count] of kills) {
      const args = [main, path, key.toString('hex'), `${december}`, point, `${count}`]
      const { code } = await run([process.execPath, ...args], { timeout: 300_000 })
      assert.equal(code, 128 + 9, 'it was killed')
    }
    await using shop = await openShop(options)
    const before = (await shop.store.invoices.listAll({})).length
    assert.ok(before > 0 && before < 24, `${before} were issued before`)
    await runInvoices(shop.platform, december)
    await assertComplete(shop.store, owners)
  } finally {
    await rm(folder, { recursive: true })
  }
})
