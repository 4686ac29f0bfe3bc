import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { monthName, monthOf } from '#platform/model/billing/period.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import {
  addTestPrices,
  consume,
  invoiceLastMonth,
  lastMonth,
  setAddress,
  testPrices,
  useAddon,
  useHour,
} from '#tests/support/billing/billed-month.ts'
import { callAs } from '#tests/support/billing/wire.ts'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'

/** An organisation that has used an application and an add-on last month. */
async function openShop() {
  const api = await openTestApi()
  const { platform, account } = api
  const ownerId = account.organisationId
  await addTestPrices(platform)
  await setAddress(platform, ownerId)
  const application = await api.application()
  const month = lastMonth(platform)
  await useHour(platform, application, month)
  const { provider, plan } = await addOffer(platform.store, { id: 'pigeon', ownerId })
  const addon = await addAddon(platform.store, provider, plan, { ownerId, state: 'ready' })
  await useAddon(platform, addon, month)
  await consume(platform, addon, month)
  const developer = await somebody(api, { role: 'DEVELOPER', organisationId: ownerId })
  const path = `/v4/billing/organisations/${ownerId}`
  return { ...api, ownerId, application, month, provider, plan, addon, path, developer }
}

test('usage API: a month tells use, costs and days, and agrees with its invoice', async () => {
  await using shop = await openShop()
  const call = callAs(shop, shop.developer)
  const usage = await call('GET', `${shop.path}/usage?month=${monthName(shop.month)}`)
  const invoice = (await invoiceLastMonth(shop.platform, shop.ownerId)) ?? assert.fail()
  assert.equal(usage.so_far.total.amount_formatted, invoice.totals.gross)
  assert.deepEqual(usage.forecast, usage.so_far, 'a month that is over is as it was')
  assert.deepEqual(
    usage.items.map(({ kind, price }: { kind: string; price: { amount: number } }) => [
      ...[kind, price.amount],
    ]),
    invoice.lines.map(({ kind, net }) => [kind, Number(net)]),
  )
  const days = (shop.month.until - shop.month.from) / 86_400_000
  assert.equal(usage.days.length, days)
  assert.equal(usage.days[1].items[0].quantity, '3600')
  const runtime = usage.metered.find(({ kind }: { kind: string }) => kind === 'runtime')
  assert.deepEqual([runtime.seconds, runtime.resource_id], [3600, shop.application.id])
})

test('usage API: the forecast adds what runs now until the end of the month', async () => {
  await using shop = await openShop()
  const { platform, application } = shop
  const month = monthOf(platform.clock())
  await platform.store.usage.add({
    id: newId('usage'),
    kind: 'runtime',
    ownerId: shop.ownerId,
    resourceId: application.id,
    resourceName: application.name,
    meterId: 'instance_1',
    flavorOrPlan: 'M',
    zone: 'par',
    providerId: null,
    planId: null,
    planPrice: null,
    previewOf: null,
    from: month.from,
    until: null,
  })
  const usage = await callAs(shop, shop.developer)('GET', `${shop.path}/usage`)
  const seconds = (month.until - month.from) / 1000
  assert.equal(usage.forecast.total_tax_excluded.amount, seconds / 10_000)
  assert.ok(usage.so_far.total_tax_excluded.amount < usage.forecast.total_tax_excluded.amount)
})

test('usage API: a month that is none, or has not begun, is refused', async () => {
  await using shop = await openShop()
  const call = callAs(shop, shop.developer)
  const next = monthName({
    ...monthOf(shop.platform.clock()),
    from: shop.platform.clock() + 32 * 864e5,
  })
  for (const month of ['2026-13', 'october', '2026-1', '..%2f', next]) {
    await assert.rejects(call('GET', `${shop.path}/usage?month=${month}`), { status: 400 })
  }
})

test('consumptions API: by month, by day, and of one application', async () => {
  await using shop = await openShop()
  const call = callAs(shop, shop.developer)
  const path = `/v2/organisations/${shop.ownerId}/consumptions`
  const between = `from=${new Date(shop.month.from).toISOString()}&to=${new Date(shop.month.until).toISOString()}`
  const all = await call('GET', `${path}?${between}`)
  assert.deepEqual(
    all.map(({ kind, price }: { kind: string; price: number }) => [kind, price]),
    [
      ['addon', 12.5],
      ['runtime', 0.36],
      ['consumption', 3.5],
    ],
  )
  const own = await call('GET', `${path}?${between}&for=day&appId=${shop.application.id}`)
  assert.deepEqual(
    own.map(({ date, seconds, price }: Record<string, unknown>) => [date, seconds, price]),
    [[new Date(shop.month.from + 86_400_000).toISOString(), 3600, 0.36]],
  )
  assert.deepEqual(await call('GET', `${path}?appId=${newId('app')}`), [])
  for (const wrong of ['for=year', 'from=x', 'from=2026-01-02&to=2026-01-01', 'from=2020-01-01']) {
    await assert.rejects(call('GET', `${path}?${wrong}`), { status: 400 }, wrong)
  }
  assert.deepEqual(await call('GET', '/v2/self/consumptions'), [])
})

test('price system API: prices by hour under the ids of the catalogue', async () => {
  await using shop = await openShop()
  const call = callAs(shop, shop.developer)
  const all = await call('GET', '/v4/billing/price-system?zone_id=PAR&currency=EUR')
  const priceOf = (system: typeof all, slug: string) =>
    system.runtime.find(({ slug_id }: { slug_id: string }) => slug_id === slug)
  assert.deepEqual(
    [priceOf(all, 'apps.M').price, priceOf(all, 'apps.M').unit_price],
    [0.36, '0.0001'],
  )
  assert.equal(priceOf(all, 'pigeon.s'), undefined, 'only its organisation may order from it')
  const own = await call('GET', `${shop.path}/price-system?zone_id=par`)
  assert.equal(priceOf(own, 'pigeon.s').unit, 'month')
  for (const wrong of ['zone_id=moon', 'zone_id=par&currency=USD']) {
    await assert.rejects(call('GET', `/v4/billing/price-system?${wrong}`), { status: 400 })
  }
})

test('preorders API: the price with VAT is that of the invoice of a whole month', async () => {
  const customers = [
    { country: 'FR', vat: '', price: 0.03 },
    { country: 'DE', vat: '', price: 7.77 },
    { country: 'DE', vat: 'DE123456789', price: 1234.56 },
    { country: 'US', vat: '', price: 9999.99 },
  ]
  await using shop = await openShop()
  const { platform, account } = shop
  for (const [index, customer] of customers.entries()) {
    const call = callAs(shop, account)
    const { id } = await call('POST', '/v2/organisations', { name: `Customer ${index}` })
    await setAddress(platform, id, customer)
    const { price } = customer
    const slug = `plan-${index}`
    const plan = { ...shop.plan, id: newId('plan'), slug, price }
    await platform.store.plans.add(plan)
    await platform.store.testers.add(shop.provider.id, id)
    await platform.store.providers.change(shop.provider.id, { stage: 'RELEASE' })
    const body = { providerId: 'pigeon', plan: slug, region: 'eu', name: 'loft' }
    const preorder = await call('POST', `/v2/organisations/${id}/addons/preorders`, body)
    assert.deepEqual(await platform.store.addons.listOf(id), [], 'nothing was ordered')
    const addon = await addAddon(platform.store, shop.provider, plan, { ownerId: id })
    await useAddon(platform, addon, shop.month, { plan: slug, price: String(price) })
    const { totals } = (await invoiceAnew(shop, id)) ?? assert.fail()
    assert.deepEqual(
      [preorder.totalHT, preorder.totalVAT, preorder.totalTTC, preorder.type],
      [...[totals.net, totals.tax, totals.gross].map(Number), 'ADDON_PREORDER'],
      JSON.stringify(customer),
    )
  }
})

/** Invoices of owners that were not there in the first run. */
async function invoiceAnew(
  { platform, month }: Awaited<ReturnType<typeof openShop>>,
  id: `orga_${string}`,
) {
  await platform.store.billingTimes.set('invoiced-until', month.from)
  return invoiceLastMonth(platform, id)
}

test('preorders API: unknown providers, plans and zones are refused', async () => {
  await using shop = await openShop()
  const call = callAs(shop, shop.account)
  const path = `/v2/organisations/${shop.ownerId}/addons/preorders`
  await assert.rejects(call('POST', path, { providerId: 'none' }), { status: 404 })
  for (const wrong of [{ plan: 'none' }, { region: 'moon' }]) {
    await assert.rejects(call('POST', path, { providerId: 'pigeon', ...wrong }), { status: 400 })
  }
  await assert.rejects(call('POST', path, {}), { status: 400 })
})

test('payments API: methods are empty, prices get their tax, and the rest is honestly absent', async () => {
  await using shop = await openShop()
  const call = callAs(shop, shop.account)
  const path = `/v2/organisations/${shop.ownerId}/payments`
  assert.deepEqual(await call('GET', `${path}/methods`), [])
  assert.deepEqual(await call('GET', `${shop.path}/payments/methods`), [])
  const full = await call('GET', `${path}/fullprice/1249`)
  assert.deepEqual(full, {
    price: 1499,
    taxFreePrice: 1249,
    vatRatio: 20,
    invoicedOwner: shop.ownerId,
  })
  for (const price of ['x', '-5', '1.5', '1e3']) {
    await assert.rejects(call('GET', `${path}/fullprice/${price}`), { status: 400 })
  }
  for (const absent of ['recurring', 'methods/default', 'monthlyinvoice']) {
    const asked = call('GET', `${path}/${absent}`)
    await assert.rejects(asked, { status: 404, message: /this platform takes no payments itself/ })
  }
})

test('credits API: prepaid credit and the free credit of each month', async () => {
  await using shop = await openShop()
  const { platform } = shop
  const { from } = monthOf(platform.clock())
  const data = { ...testPrices, freeCredits: '4' }
  await platform.store.priceLists.add({ id: newId('prices'), validFrom: from, createdAt: 1, data })
  const call = callAs(shop, shop.account)
  const operator = await somebody(shop)
  platform.policies.operators = [operator.email]
  const grant = { amount: '50.00', reason: 'Transfer of 1 November' }
  const owner = `/v4/berth/billing/owners/${shop.ownerId}`
  const given = await callAs(shop, operator)('POST', `${owner}/credits`, grant)
  assert.equal(given.balance.amount, 50)
  const summary = await call('GET', `${shop.path}/credits/summary`)
  assert.deepEqual([summary.balance.amount, summary.free_credits_per_month.amount], [50, 4])
  assert.deepEqual([summary.movements.length, summary.movements[0].reason], [1, grant.reason])
  const { count, dropPrice } = await call('GET', `/v2/organisations/${shop.ownerId}/credits`)
  assert.deepEqual([count, dropPrice], [50, { currency: 'EUR', value: 1 }])
  assert.equal((await call('GET', '/v2/self/credits')).count, 0)
})
