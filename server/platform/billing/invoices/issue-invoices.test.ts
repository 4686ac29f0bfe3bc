import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { addPriceList } from '#platform/billing/prices/price-lists.ts'
import { openUsage } from '#platform/billing/usage/meter.ts'
import { reviewConsumption } from '#platform/billing/usage/review-consumption.ts'
import { deleteOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import type { OrganisationId } from '#platform/model/ids.ts'
import type { Consumption } from '#platform/model/marketplace/addon.ts'
import {
  addCustomer,
  addPrices,
  addUse,
  openShop,
  simplePrices,
} from '#tests/support/billing/shop.ts'
import { billingEmails } from './buyer.ts'
import { runInvoices } from './issue-invoices.ts'

const [october, november, december] = [Date.UTC(2026, 9), Date.UTC(2026, 10), Date.UTC(2026, 11)]
const hour = 3_600_000

test('invoices: an hour at a simple price, with address, tax and dates', async () => {
  await using shop = await openShop({ now: december + 5 })
  const { store, platform } = shop
  await addPrices(store, november)
  const ownerId = await addCustomer(store)
  await addUse(store, ownerId, { from: november + 500, until: november + hour + 499 })
  const { issued } = await runInvoices(platform, december)
  const [number = 'F-'] = issued
  const invoice = (await store.invoices.find(number)) ?? assert.fail()
  assert.equal(number, 'F20261201-000001')
  assert.deepEqual(
    invoice.lines.map(({ description, quantity, unit, unitPrice, net }) => [
      description,
      `${quantity} × ${unitPrice} per ${unit}`,
      net,
    ]),
    [['hello: M in par', '3600 × 0.0001 per second', '0.36']],
  )
  assert.deepEqual(invoice.taxes, [
    { category: 'S', percent: '20', base: '0.36', amount: '0.07', reason: null },
  ])
  const totals = { net: '0.36', tax: '0.07', gross: '0.43', credits: '0.00', due: '0.43' }
  assert.deepEqual(invoice.totals, totals)
  assert.deepEqual([invoice.status, invoice.paidAt], ['PENDING', null])
  assert.equal(invoice.dueAt, december + 5 + shop.billing.paymentTerm)
  assert.deepEqual(invoice.period, { from: november, until: december })
  assert.equal(invoice.buyer.city, 'Lyon')
  assert.equal(invoice.seller.name, 'Harbour Ltd')
})

test('invoices: without prices nothing is invoiced, also not later', async () => {
  await using shop = await openShop({ now: december })
  const { store, platform } = shop
  await addUse(store, await addCustomer(store), { from: october })
  assert.deepEqual(await runInvoices(platform, december), { issued: [], held: [], failed: [] })
  await addPriceList(platform, { validFrom: december, data: simplePrices })
  assert.deepEqual((await runInvoices(platform, december)).issued, [])
  shop.now = Date.UTC(2027, 0)
  await runInvoices(platform, shop.now)
  const invoices = await store.invoices.listAll({})
  assert.deepEqual(
    invoices.map(({ period }) => period.from),
    [december],
  )
})

test('invoices: a month that is not over is refused', async () => {
  await using shop = await openShop({ now: december - 1 })
  await assert.rejects(runInvoices(shop.platform, december), /months that are over/)
  await assert.rejects(runInvoices(shop.platform, Number.NaN), /months that are over/)
})

test('invoices: later prices never change an invoice, and split what runs across them', async () => {
  await using shop = await openShop({ now: december })
  const { store, platform } = shop
  const half = november + 15 * 24 * hour
  await addPrices(store, october)
  await addPrices(store, half, { ...simplePrices, sizes: { M: '0.0002' } })
  const ownerId = await addCustomer(store)
  await addUse(store, ownerId, { from: october })
  await runInvoices(platform, november)
  const [first = assert.fail()] = await store.invoices.listOf(ownerId, {})
  await runInvoices(platform, december)
  const [second] = await store.invoices.listOf(ownerId, {})
  assert.deepEqual(
    second?.lines.map(({ quantity, unitPrice, net }) => [quantity, unitPrice, net]),
    [
      ['1296000', '0.0001', '129.60'],
      ['1296000', '0.0002', '259.20'],
    ],
  )
  assert.deepEqual(await store.invoices.find(first.number), first)
})

test('invoices: a missing address holds the month until it is there', async () => {
  await using shop = await openShop({ now: december })
  const { store, platform } = shop
  await addPrices(store, october)
  const ownerId = await addCustomer(store, { address: '', country: '' })
  await addUse(store, ownerId, { from: october })
  const { issued, held } = await runInvoices(platform, december)
  assert.deepEqual(issued, [])
  assert.deepEqual(
    held.map(({ reason, net, sentence }) => [reason, net, sentence]),
    [
      [
        'address',
        '267.84',
        'The address for invoices is incomplete: add the address and the country.',
      ],
      [
        'address',
        '259.20',
        'The address for invoices is incomplete: add the address and the country.',
      ],
    ],
  )
  assert.equal((await runInvoices(platform, december)).held.length, 2, 'still held')
  const organisation = (await store.organisations.find(ownerId)) ?? assert.fail()
  const details = { ...organisation.details, address: '2 Street', country: 'DE' }
  await store.organisations.change(ownerId, { details })
  assert.equal((await runInvoices(platform, december)).issued.length, 2)
  assert.deepEqual(await store.heldInvoices.list(), [])
  assert.deepEqual((await runInvoices(platform, december)).issued, [])
})

test('invoices: the owner is told once that the address is missing, and the hold keeps its date', async () => {
  await using shop = await openShop({ now: december })
  const { store, platform } = shop
  await addPrices(store, november)
  const details = { address: '', billingEmail: 'bills@example.test' }
  await addUse(store, await addCustomer(store, details), { from: november })
  for (let round = 0; round < 3; round += 1) {
    await runInvoices(platform, december)
    shop.now += hour
  }
  const [held] = await store.heldInvoices.list()
  assert.equal(held?.heldAt, december)
  const mail = (await store.outbox.findNext()) ?? assert.fail('no mail')
  assert.deepEqual([mail.kind, mail.to], ['invoice-held', 'bills@example.test'])
  assert.equal(mail.knows.month, '2026-11')
  await store.outbox.remove(mail.id)
  assert.equal(await store.outbox.findNext(), undefined)
})

test('invoices: reverse charge waits for the VAT number of the seller', async () => {
  await using shop = await openShop({ now: december })
  const { store, platform, billing } = shop
  shop.billing = { ...billing, seller: { ...billing.seller, vatNumber: '' } }
  await addPrices(store, november)
  const business = await addCustomer(store, { country: 'DE', vat: 'DE123456789' })
  for (const ownerId of [business, await addCustomer(store, { country: 'DE' })]) {
    await addUse(store, ownerId, { from: november })
  }
  const { issued, held } = await runInvoices(platform, december)
  assert.equal(issued.length, 1, 'who pays tax')
  assert.deepEqual(
    held.map(({ ownerId, reason, sentence }) => [ownerId, reason, sentence]),
    [[business, 'seller', 'The operator has to set BERTH_BILLING_VAT_NUMBER.']],
  )
  shop.billing = billing
  assert.equal((await runInvoices(platform, december)).issued.length, 1)
})

test("invoices: the operator's own details are needed as well", async () => {
  await using shop = await openShop({ now: december })
  const { store, platform, billing } = shop
  shop.billing = { ...billing, seller: { ...billing.seller, name: '', address: [] } }
  await addPrices(store, november)
  await addUse(store, await addCustomer(store), { from: november })
  const { held } = await runInvoices(platform, december)
  assert.deepEqual(
    held.map(({ sentence }) => sentence),
    ['The operator has to set BERTH_BILLING_NAME and BERTH_BILLING_ADDRESS.'],
  )
})

const consumptionOf = (ownerId: OrganisationId, fields: Partial<Consumption>): Consumption => ({
  id: newId('consumption'),
  addonId: 'addon_1',
  ownerId,
  providerId: 'pigeon',
  addonName: 'birds',
  zone: 'par',
  cost: '1.005',
  state: 'accepted',
  createdAt: november,
  ...fields,
})

test('invoices: an implausible consumption holds the month until the operator decides', async () => {
  await using shop = await openShop({ now: december })
  const { store, platform } = shop
  await addPrices(store, november)
  const ownerId = await addCustomer(store)
  const held = consumptionOf(ownerId, { cost: '-1000', state: 'held' })
  await store.consumptions.add(held)
  await store.consumptions.add(consumptionOf(ownerId, {}))
  const [first] = (await runInvoices(platform, december)).held
  assert.deepEqual([first?.reason, first?.net], ['consumption', '1.01'])
  await reviewConsumption(platform, held.id, 'rejected')
  await assert.rejects(reviewConsumption(platform, held.id, 'accepted'), /rejected already/)
  await runInvoices(platform, december)
  const [invoice] = await store.invoices.listOf(ownerId, {})
  assert.deepEqual(
    invoice?.lines.map(({ kind, description, unitPrice, net, providerId }) => [
      kind,
      description,
      unitPrice,
      net,
      providerId,
    ]),
    [['consumption', 'birds: consumption', '1.005', '1.01', 'pigeon']],
  )
})

test('invoices: a negative sum is never invoiced', async () => {
  await using shop = await openShop({ now: december })
  const { store, platform } = shop
  await addPrices(store, november)
  const ownerId = await addCustomer(store)
  await store.consumptions.add(consumptionOf(ownerId, { cost: '-5' }))
  const [held] = (await runInvoices(platform, december)).held
  assert.deepEqual([held?.reason, held?.net], ['consumption', '-5.00'])
})

test('invoices: an owner that was deleted gets the last invoice at its last address', async () => {
  await using shop = await openShop({ now: december - 1 })
  const { store, platform } = shop
  await addPrices(store, november)
  const ownerId = await addCustomer(store, { city: 'Brest' })
  await addUse(store, ownerId, { from: november, until: november + hour })
  await deleteOrganisation(platform, ownerId)
  shop.now = december
  assert.equal((await runInvoices(platform, december)).issued.length, 1)
  const [invoice] = await store.invoices.listOf(ownerId, {})
  assert.equal(invoice?.buyer.city, 'Brest')
})

test('invoices: mail about the last invoices of a deleted owner goes to who got it before', async () => {
  await using shop = await openShop({ now: december - 1 })
  const { store, platform } = shop
  await addPrices(store, november)
  const ownerId = await addCustomer(store, { billingEmail: 'bills@example.test' })
  await addUse(store, ownerId, { from: november, until: november + hour })
  await deleteOrganisation(platform, ownerId)
  shop.now = december
  await runInvoices(platform, december)
  const [invoice] = await store.invoices.listOf(ownerId, {})
  assert.ok(invoice && !('emails' in invoice.buyer), 'not on the invoice')
  const mail = await store.outbox.findNext()
  assert.deepEqual([mail?.kind, mail?.to], ['invoice-issued', 'bills@example.test'])

  const late = await addCustomer(store, { billingEmail: 'late@example.test' })
  await store.invoices.add({ ...invoice, ownerId: late })
  await deleteOrganisation(platform, late)
  assert.deepEqual(await billingEmails(store, late), ['late@example.test'], 'for reminders')
})

test('invoices: a clock that steps back after a run meters nothing into the invoiced month', async () => {
  await using shop = await openShop({ now: december })
  const { store, platform } = shop
  await addPrices(store, november)
  const ownerId = await addCustomer(store)
  await addUse(store, ownerId, { from: november, until: november + hour })
  await runInvoices(platform, december)
  const [subject = assert.fail()] = await store.usage.listOf(ownerId, { from: 0, until: december })
  const { id: _, from: __, until: ___, ...what } = subject
  await openUsage(store, { ...what, meterId: 'late' }, december - hour)
  assert.equal((await store.usage.findOpen('late'))?.from, december)
  const newcomer = await addCustomer(store)
  await openUsage(store, { ...what, ownerId: newcomer, meterId: 'new' }, december - hour)
  assert.equal((await store.usage.findOpen('new'))?.from, december, 'nor of who had no use in it')
})

test('invoices: one that fails unexpectedly is reported and tried again, and the others are made', async () => {
  await using shop = await openShop({ now: december })
  const { store, platform } = shop
  await addPrices(store, november)
  const [bad, good] = [await addCustomer(store), await addCustomer(store)]
  await addUse(store, good, { from: november, until: november + hour })
  await store.consumptions.add(consumptionOf(bad, { cost: 'broken' }))
  const { issued, failed } = await runInvoices(platform, december)
  assert.equal(issued.length, 1)
  assert.deepEqual(
    failed.map(({ ownerId }) => ownerId),
    [bad],
  )
  assert.equal((await runInvoices(platform, december)).failed.length, 1)
})
