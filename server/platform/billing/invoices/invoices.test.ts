import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf, sumOf } from '#platform/model/billing/amount.ts'
import type { Invoice, InvoiceLine } from '#platform/model/billing/invoices/invoice.ts'
import { monthOf, type Period, periodsWithin } from '#platform/model/billing/period.ts'
import { createChance, seedsOf } from '#tests/support/billing/chance.ts'
import { expectInvoice, reduced } from '#tests/support/billing/independent-invoice.ts'
import { randomPriceLists, randomUse } from '#tests/support/billing/random-months.ts'
import { rational } from '#tests/support/billing/rational.ts'
import { addCustomer, openShop } from '#tests/support/billing/shop.ts'
import { grantCredit } from './credits.ts'
import { runInvoices } from './issue-invoices.ts'

/** What a customer pays, by country and whether they are a business. */
const customers = [
  { country: 'FR', vat: '', percent: '20' },
  { country: 'FR', vat: 'FR12345678901', percent: '20' },
  { country: 'DE', vat: '', percent: '19' },
  { country: 'DE', vat: 'DE123456789', percent: '0' },
  { country: 'HU', vat: '', percent: '27' },
  { country: 'IT', vat: '', percent: '20' },
  { country: 'US', vat: '', percent: '0' },
] as const

/** A winter with a leap day. */
const span: Period = { from: Date.UTC(2027, 11), until: Date.UTC(2028, 3) }

/** Net amounts by what the lines are for, as the independent calculation names them. */
function namedLines({ lines }: Invoice): Record<string, string> {
  const seen: Record<string, string> = {}
  for (const line of lines) {
    const name = nameOf(line)
    const known = Object.keys(seen).filter((other) => other.startsWith(name)).length
    seen[line.kind === 'consumption' ? `${name} ${known}` : name] = line.net
  }
  return seen
}

const nameOf = ({ kind, resourceId, flavorOrPlan, zone, unitPrice }: InvoiceLine): string => {
  if (kind === 'credit') return 'free'
  if (kind === 'consumption') return `consumption ${resourceId}`
  return [kind, resourceId, flavorOrPlan, zone, reduced(rational(unitPrice))].join(' ')
}

/** The same names for consumptions: by order instead of by price list. */
function renamed(lines: Record<string, string>): Record<string, string> {
  const counts = new Map<string, number>()
  return Object.fromEntries(
    Object.entries(lines).map(([name, net]) => {
      if (!name.startsWith('consumption')) return [name, net]
      const [kind, id] = name.split(' ')
      const count = counts.get(`${id}`) ?? 0
      counts.set(`${id}`, count + 1)
      return [`${kind} ${id} ${count}`, net]
    }),
  )
}

for (const seed of seedsOf(25)) {
  test(`invoices: months of random use equal an independent calculation (seed ${seed})`, async () => {
    const chance = createChance(seed)
    await using shop = await openShop({ now: span.until })
    const { store, platform } = shop
    const owners = await Promise.all(
      [0, 1, 2].map(async () => {
        const customer = chance.one(customers)
        const prepaid = chance.isTrue(0.3) ? `${chance.between(1, 50)}.00` : '0.00'
        return { id: await addCustomer(store, customer), customer, prepaid }
      }),
    )
    const ids = owners.map(({ id }) => id)
    const lists = randomPriceLists(chance, span, ids)
    for (const list of lists) await store.priceLists.add(list)
    const uses = new Map(ids.map((id) => [id, randomUse(chance, span, id)]))
    for (const { intervals, consumptions } of uses.values()) {
      for (const interval of intervals) await store.usage.add(interval)
      for (const consumption of consumptions) await store.consumptions.add(consumption)
    }
    for (const { id, prepaid } of owners) {
      if (prepaid === '0.00') continue
      await grantCredit(platform, id, { amount: prepaid, currency: 'EUR', reason: 'prepaid' })
    }
    const run = await runInvoices(platform, span.until)
    assert.deepEqual(run.failed, [])
    assert.deepEqual(run.held, [])
    const again = await runInvoices(platform, span.until)
    assert.deepEqual(again.issued, [], 'a second run issues nothing')

    let issued = 0
    for (const { id, customer, prepaid } of owners) {
      let left = prepaid
      for (const month of periodsWithin(span, monthOf)) {
        const use = uses.get(id) ?? { intervals: [], consumptions: [] }
        const facts = { ownerId: id, month, ...use, lists, vat: customer.percent, prepaid: left }
        const expected = expectInvoice(facts)
        const invoice = await store.invoices.findOfPeriod(id, month)
        assert.equal(invoice === undefined, expected === undefined)
        if (!invoice || !expected) continue
        issued += 1
        const { discount, totals } = invoice
        const told = { lines: namedLines(invoice), discount: discount?.amount ?? '0.00', ...totals }
        assert.deepEqual(told, { ...expected, lines: renamed(expected.lines) })
        assertSums(invoice)
        left = amountOf(left).minus(totals.credits).toFixed(2)
      }
    }
    assert.equal(run.issued.length, issued)
    const sequences = run.issued.map((number) => Number(number.slice(10)))
    assert.deepEqual(
      sequences,
      sequences.map((_, at) => at + 1),
    )
  })
}

/** What is printed adds up. */
function assertSums({ lines, discount, taxes, totals }: Invoice): void {
  const net = sumOf(lines.map((line) => amountOf(line.net))).minus(discount?.amount ?? '0')
  const tax = sumOf(taxes.map(({ amount }) => amountOf(amount)))
  assert.equal(net.toFixed(2), totals.net)
  assert.equal(sumOf(taxes.map(({ base }) => amountOf(base))).toFixed(2), totals.net)
  assert.equal(tax.toFixed(2), totals.tax)
  assert.equal(net.plus(tax).toFixed(2), totals.gross)
  assert.equal(net.plus(tax).minus(totals.credits).toFixed(2), totals.due)
  for (const { unit, quantity, unitPrice, net: amount } of lines) {
    if (unit === 'month') continue
    assert.equal(amountOf(quantity).times(unitPrice).round(2, 1).toFixed(2), amount)
  }
}
