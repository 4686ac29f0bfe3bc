import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf, sumOf } from '#platform/model/billing/amount.ts'
import {
  type Invoice,
  type InvoiceStatus,
  invoiceStatuses,
} from '#platform/model/billing/invoices/invoice.ts'
import { canBecome } from '#platform/model/billing/invoices/invoice-states.ts'
import { createChance, seedsOf } from '#tests/support/billing/chance.ts'
import { addCustomer, addPrices, addUse, openShop, type Shop } from '#tests/support/billing/shop.ts'
import { createCreditNote, outstandingOf } from './credit-note.ts'
import { creditBalance, grantCredit } from './credits.ts'
import { runInvoices } from './issue-invoices.ts'

const [november, december] = [Date.UTC(2026, 10), Date.UTC(2026, 11)]

/** An invoice of 100.00 and 20.00 tax, of which prepaid credits may have paid a part. */
async function issueHundred(shop: Shop, prepaid?: string): Promise<Invoice> {
  const { store, platform } = shop
  await addPrices(store, november)
  const ownerId = await addCustomer(store)
  if (prepaid) {
    await grantCredit(platform, ownerId, { amount: prepaid, currency: 'EUR', reason: 'transfer' })
  }
  await addUse(store, ownerId, { from: november, until: november + 1e9 })
  await runInvoices(platform, december)
  const [invoice = assert.fail()] = await store.invoices.listOf(ownerId, {})
  assert.equal(invoice.totals.gross, '120.00')
  return invoice
}

test('credit notes: a whole one repeats the invoice, has the next number and cancels it', async () => {
  await using shop = await openShop({ now: december })
  const { store, platform } = shop
  const invoice = await issueHundred(shop)
  const note = await createCreditNote(platform, invoice.number, { reason: 'Wrong size' })
  assert.equal(note.number, 'F20261201-000002')
  assert.deepEqual([note.kind, note.corrects], ['credit-note', invoice.number])
  assert.deepEqual([note.lines, note.totals], [invoice.lines, invoice.totals])
  assert.match(note.notes[0] ?? '', /Corrects invoice F20261201-000001: Wrong size/)
  assert.equal(note.status, 'PAID')
  assert.deepEqual(await store.invoices.find(invoice.number), { ...invoice, status: 'CANCELED' })
  const again = createCreditNote(platform, invoice.number, { reason: 'Again' })
  await assert.rejects(again, /credited in full/)
  const ofNote = createCreditNote(platform, note.number, { reason: 'No' })
  await assert.rejects(ofNote, /is a credit note/)
})

test('credit notes: a paid invoice is refunded, and its money has to be paid back', async () => {
  await using shop = await openShop({ now: december })
  const { store, platform } = shop
  const invoice = await issueHundred(shop)
  await store.invoices.change(invoice.number, ['PENDING'], { status: 'PAID', paidAt: 1 })
  const note = await createCreditNote(platform, invoice.number, { reason: 'Kindness' })
  assert.equal(note.status, 'PENDING')
  assert.equal((await store.invoices.find(invoice.number))?.status, 'REFUNDED')
})

test('credit notes: what prepaid credits have paid becomes credit again', async () => {
  await using shop = await openShop({ now: december })
  const { store, platform } = shop
  const invoice = await issueHundred(shop, '70.00')
  assert.deepEqual([invoice.totals.credits, invoice.totals.due], ['70.00', '50.00'])
  assert.equal(await creditBalance(store, invoice.ownerId, 'EUR'), '0')
  // 36.00 of the 50.00 that are due.
  const partial = await createCreditNote(platform, invoice.number, { reason: 'A part', net: '30' })
  assert.deepEqual([partial.totals.due, partial.totals.credits], ['36.00', '0.00'])
  assert.equal((await outstandingOf(store, invoice)).toFixed(2), '14.00')
  // The rest of the money, and some of the credits: nothing is left to pay.
  const next = await createCreditNote(platform, invoice.number, { reason: 'More', net: '20' })
  assert.deepEqual([next.totals.due, next.totals.credits], ['14.00', '10.00'])
  assert.equal((await store.invoices.find(invoice.number))?.status, 'PAID')
  await createCreditNote(platform, invoice.number, { reason: 'The rest' })
  assert.equal(await creditBalance(store, invoice.ownerId, 'EUR'), '70')
  assert.equal((await store.invoices.find(invoice.number))?.status, 'REFUNDED')
})

test('credit notes: prepaid credits that cover an invoice have paid it', async () => {
  await using shop = await openShop({ now: december })
  const invoice = await issueHundred(shop, '200.00')
  assert.deepEqual([invoice.status, invoice.paidAt, invoice.totals.due], ['PAID', december, '0.00'])
  assert.equal(await creditBalance(shop.store, invoice.ownerId, 'EUR'), '80')
})

test('credit notes: of what was never paid in money, nothing has to be paid back', async () => {
  await using shop = await openShop({ now: december })
  const { store, platform } = shop
  const { number } = await issueHundred(shop)
  await store.invoices.change(number, ['PENDING'], { status: 'WONTPAY' })
  const note = await createCreditNote(platform, number, { reason: 'Written off' })
  assert.deepEqual([note.status, note.paidAt], ['PAID', december])
  assert.equal((await store.invoices.find(number))?.status, 'CANCELED')

  await using other = await openShop({ now: december })
  const prepaid = await issueHundred(other, '200.00')
  const back = await createCreditNote(other.platform, prepaid.number, { reason: 'Kindness' })
  assert.deepEqual([back.status, back.totals.due, back.totals.credits], ['PAID', '0.00', '120.00'])
  assert.equal(await creditBalance(other.store, prepaid.ownerId, 'EUR'), '200')
})

test('credits: only amounts of the currency can be granted, and not more taken than there is', async () => {
  await using shop = await openShop({ now: december })
  const grant = (amount: string, currency = 'EUR') =>
    grantCredit(shop.platform, 'orga_1', { amount, currency, reason: 'test' })
  for (const amount of ['', '1e9', '0', 'NaN', '1.005', '1000000000000']) {
    await assert.rejects(grant(amount), /The amount/)
  }
  await assert.rejects(grant('1', 'eur'), /ISO 4217/)
  await grant('10.00')
  await assert.rejects(grant('-10.01'), /only 10.00 EUR/)
  await grant('-10.00')
  assert.equal(await creditBalance(shop.store, 'orga_1', 'EUR'), '0')
})

for (const seed of seedsOf(4)) {
  test(`credit notes: any number of parts sum to the invoice (seed ${seed})`, async () => {
    const chance = createChance(seed)
    await using shop = await openShop({ now: december })
    const { store, platform } = shop
    const invoice = await issueHundred(shop, chance.isTrue(0.5) ? '33.33' : undefined)
    for (let part = chance.below(6); part > 0; part--) {
      const net = `${chance.below(16)}.${chance.between(10, 99)}`
      await createCreditNote(platform, invoice.number, { reason: 'A part', net })
    }
    await createCreditNote(platform, invoice.number, { reason: 'The rest' })
    const notes = await store.invoices.listCorrections(invoice.number)
    for (const field of ['net', 'tax', 'gross', 'credits', 'due'] as const) {
      const sum = sumOf(notes.map(({ totals }) => amountOf(totals[field])))
      assert.equal(sum.toFixed(2), invoice.totals[field], field)
    }
    await assert.rejects(createCreditNote(platform, invoice.number, { reason: 'More' }))
  })
}

test('credit notes: more than the invoice, nothing and broken cents are refused', async () => {
  await using shop = await openShop({ now: december })
  const { number } = await issueHundred(shop)
  const credit = (net: string) => createCreditNote(shop.platform, number, { reason: 'x', net })
  await assert.rejects(credit('100.01'), /At most 100.00 EUR/)
  for (const net of ['0', '-1', '1.005', '1e2', '']) await assert.rejects(credit(net), /a decimal/)
  await assert.rejects(createCreditNote(shop.platform, '../1', { reason: 'x' }), /no invoice/)
})

test('invoice states: an end is an end, and every state but the first can be reached', () => {
  const ends: InvoiceStatus[] = ['CANCELED', 'REFUNDED']
  const statesBefore = (to: InvoiceStatus) => invoiceStatuses.filter((from) => canBecome(from, to))
  for (const status of invoiceStatuses) {
    assert.equal(canBecome(status, status), false)
    assert.ok(statesBefore(status).length > 0)
    for (const end of ends) assert.equal(canBecome(end, status), false)
  }
  assert.deepEqual(statesBefore('REFUNDED'), ['PAID'])
  assert.equal(canBecome('PAID', 'PENDING'), false)
})
