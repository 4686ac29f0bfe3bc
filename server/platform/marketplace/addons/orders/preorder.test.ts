import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { runInvoices } from '#platform/billing/invoices/issue-invoices.ts'
import { priceSystem } from '#platform/billing/prices/price-system.ts'
import { monthOf } from '#platform/model/billing/period.ts'
import { noDetails } from '#platform/model/identity/accounts/organisation.ts'
import type { OrganisationId } from '#platform/model/ids.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import { createChance, seedsOf } from '#tests/support/billing/chance.ts'
import { addCustomer, addPrices, simplePrices } from '#tests/support/billing/shop.ts'
import { type Market, openMarket } from '#tests/support/providers/market.ts'
import { preorder } from './preorder.ts'

let market: Market
before(async () => {
  market = await openMarket()
})
after(() => market[Symbol.asyncDispose]())

const countries = ['FR', 'DE', 'HU', 'IT', 'US', 'MC', 'CH', 'GR']
const vatNumbers = ['', 'DE123456789', 'HU12345678', 'EL123456789']
const months = [Date.UTC(2028, 1), Date.UTC(2027, 1), Date.UTC(2026, 11)]

/** Each round has a platform's store of its own: a month is invoiced once. */
for (const seed of seedsOf(10)) {
  test(`preorders: the price is that of the invoice of a month (seed ${seed})`, async () => {
    const chance = createChance(seed)
    await using own = await openMarket()
    const { platform, provider } = own
    const { store } = platform
    const month = monthOf(chance.one(months))
    const price = Number(chance.decimal(2, 2))
    const plan: Plan = { ...own.plan, id: newId('plan'), slug: 'random', price }
    await store.plans.add(plan)
    const country = chance.one(countries)
    const vat = chance.one(vatNumbers)
    const ownerId = await addCustomer(store, { country, vat })
    await store.providers.change(provider.id, { stage: 'RELEASE' })
    const percent = chance.decimal(1, 2)
    await addPrices(store, month.from, {
      ...simplePrices,
      vat: { rates: { FR: '20', DE: '19', CH: '8.1', HU: '27' } },
      ...(chance.isTrue(0.4) && { plans: { [`${provider.id}/random`]: chance.decimal(2, 3) } }),
      ...(chance.isTrue(0.5) && { discounts: { [ownerId]: percent } }),
      ...(chance.isTrue(0.5) && { volumeDiscounts: [{ from: '10', percent: '5' }] }),
    })
    platform.clock = () => month.from + chance.below(1e9)
    const told = await preorder(platform, {
      ownerId,
      providerId: provider.id,
      planId: 'random',
      zone: 'par',
      name: 'birds',
    })

    platform.clock = () => month.from
    const orderedBy = (await store.members.listOf(own.account.organisationId as OrganisationId))[0]
    await own.order({
      ownerId,
      planId: plan.id,
      orderedBy: orderedBy?.user.id ?? 'user_1',
      name: 'birds',
    })
    platform.clock = () => month.until
    await runInvoices(platform, month.until)
    const [invoice] = await store.invoices.listOf(ownerId, {})
    if (Number(told.totals.net) === 0) return assert.equal(invoice, undefined)
    assert.deepEqual(told.totals, invoice?.totals)
    assert.deepEqual(told.taxes, invoice?.taxes)
    assert.deepEqual(told.discount, invoice?.discount)
    assert.deepEqual(
      told.lines.map(({ net, quantity, unitPrice, description }) => [
        net,
        quantity,
        unitPrice,
        description,
      ]),
      invoice?.lines.map(({ net, quantity, unitPrice, description }) => [
        net,
        quantity,
        unitPrice,
        description,
      ]),
    )
  })
}

test('preorders: without prices an add-on is free, and without a country taxed like the seller', async () => {
  const { platform, provider, account, plan } = market
  const ownerId = account.organisationId
  const request = { ownerId, providerId: provider.id, planId: plan.slug, zone: 'par' }
  const free = await preorder(platform, request)
  assert.deepEqual([free.totals.due, free.lines], ['0.00', []])
  await addPrices(platform.store, 0)
  await platform.store.organisations.change(ownerId, { details: noDetails })
  const priced = await preorder(platform, request)
  assert.deepEqual(priced.taxes[0]?.percent, '20')
  assert.equal(priced.lines[0]?.unitPrice, String(plan.price))
  assert.equal(priced.lines[0]?.quantity, '1')
})

test('preorders: an unknown provider, plan or zone is refused', async () => {
  const { platform, provider, account } = market
  const request = { ownerId: account.organisationId, providerId: provider.id, zone: 'par' }
  await assert.rejects(
    preorder(platform, { ...request, providerId: '../x' }),
    /no add-on provider/i,
  )
  await assert.rejects(preorder(platform, { ...request, planId: 'gold' }), /has no plan/)
  await assert.rejects(preorder(platform, { ...request, zone: 'moon' }), /not offered in the zone/)
})

test('price system: sizes with the factor of the zone, builds and plans', async () => {
  const { platform, provider, plan } = market
  platform.clock = () => 20_000
  await addPrices(platform.store, 10_000, {
    ...simplePrices,
    builds: { M: '0.00005' },
    zones: { par: '1.5' },
    plans: { [`${provider.id}/l`]: '44.5' },
  })
  const prices = await priceSystem(platform, 'par', 'EUR')
  const priceOf = (list: { flavor: string; price: string }[], size: string) =>
    list.find(({ flavor }) => flavor === size)?.price
  assert.deepEqual(
    [priceOf(prices.sizes, 'M'), priceOf(prices.sizes, 'XS'), priceOf(prices.builds, 'M')],
    ['0.00015', '0', '0.000075'],
  )
  const plans = Object.fromEntries(prices.plans.map((each) => [each.plan, each.price]))
  assert.deepEqual(plans, { l: '44.5', [plan.slug]: String(plan.price) })
  await assert.rejects(priceSystem(platform, 'par', 'USD'), /no prices in "USD": use EUR/)
  await assert.rejects(priceSystem(platform, 'moon'), /Unknown zone/)
})
