import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { monthOf } from '#platform/model/billing/period.ts'
import { invoiceOf } from '#stores/billing.contract.ts'
import { openLiveApplication } from '#tests/support/applications/live-application.ts'
import { addPrices, openShop, simplePrices } from '#tests/support/billing/shop.ts'
import { runBilling } from './run-billing.ts'

test('billing worker: it records that the platform is alive, and invoices months that are over', async () => {
  await using setup = await openLiveApplication()
  const { platform, account, application } = setup
  const { store } = platform
  await addPrices(store, 0, { ...simplePrices, sizes: { XS: '0.0001' } })
  const ownerId = account.organisationId
  const { details } = (await store.organisations.find(ownerId)) ?? assert.fail()
  const address = { address: '1 Road', city: 'Paris', country: 'FR' }
  await store.organisations.change(ownerId, { details: { ...details, ...address } })
  const now = monthOf(platform.clock()).until
  platform.clock = () => now
  platform.billingWorker.begin()
  try {
    const [invoice] = await until(
      async () => {
        const invoices = await store.invoices.listOf(ownerId, {})
        return invoices.length > 0 && invoices
      },
      { timeout: 300_000, what: 'the invoice' },
    )
    assert.equal(invoice?.period.until, now)
    assert.equal(invoice?.lines[0]?.resourceId, application.id)
    assert.equal(await store.billingTimes.get('alive'), now)
    const mail = await setup.mail('admin@localhost')
    assert.match(mail.subject, new RegExp(`Invoice ${invoice?.number}`))
  } finally {
    await platform.billingWorker.close()
  }
})

test('billing round: a step that fails does not keep the others from running', async () => {
  const now = Date.UTC(2026, 11)
  await using shop = await openShop({ now })
  const { store, platform } = shop
  const { number } = await store.invoices.add(invoiceOf('orga_1', { dueAt: now - 1 }))
  const bugs: unknown[] = []
  const paymentProvider = { name: 'broken', collect: () => Promise.reject(new Error('no answer')) }
  await runBilling({ ...platform, paymentProvider }, (error) => bugs.push(error))
  assert.deepEqual(bugs.map(String), ['Error: no answer'])
  assert.equal((await store.reminders.listOf(number)).length, 1)
})

test('billing worker: it ends the metering of what is over but could not be written', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  const { store } = platform
  const [instance = assert.fail()] = await store.instances.listOf(application.id)
  await store.instances.remove(instance.id)
  platform.billingWorker.begin()
  try {
    await until(async () => (await store.usage.listOpen(['runtime'])).length === 0, {
      timeout: 300_000,
      what: 'the end of the interval',
    })
  } finally {
    await platform.billingWorker.close()
    await store.instances.add(instance)
  }
})
