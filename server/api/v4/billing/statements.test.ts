import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCreditNote } from '#platform/billing/invoices/credit-note.ts'
import { amountOf, sumOf } from '#platform/model/billing/amount.ts'
import { monthName, monthOf } from '#platform/model/billing/period.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import {
  addTestPrices,
  consume,
  invoiceLastMonth,
  lastMonth,
  setAddress,
  useAddon,
  useHour,
} from '#tests/support/billing/billed-month.ts'
import { callAs, type Wire } from '#tests/support/billing/wire.ts'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'

/** A partner with a provider, and two customers who have used it last month beside another provider. */
async function openMarket() {
  const api = await openTestApi()
  const { platform, account } = api
  const call = callAs(api, account)
  await addTestPrices(platform)
  const month = lastMonth(platform)
  const partner = await call('POST', '/v2/organisations', { name: 'Lofts' })
  const offers = [
    await addOffer(platform.store, { id: 'pigeon', ownerId: partner.id }),
    await addOffer(platform.store, { id: 'raven', ownerId: account.organisationId }),
  ]
  const customers: `orga_${string}`[] = []
  for (const name of ['One', 'Two']) {
    const { id } = await call('POST', '/v2/organisations', { name })
    customers.push(id)
    await setAddress(platform, id)
    await useHour(platform, { id: `app_${name}`, ownerId: id, name, zone: 'par' }, month)
    for (const { provider, plan } of offers) {
      const addon = await addAddon(platform.store, provider, plan, { ownerId: id, state: 'ready' })
      await useAddon(platform, addon, month, { price: name === 'One' ? '12.5' : '7.01' })
      await consume(platform, addon, month)
    }
  }
  const statements = `/v4/billing/organisations/${partner.id}/providers/pigeon/statements`
  return { ...api, call, month, partner, customers, statements }
}

const netsOf = (statement: Wire) =>
  sumOf(statement.lines.map((line: Wire) => amountOf(line.price.amount_formatted))).toFixed()

test("statements API: the lines of providers sum to the customers' lines", async () => {
  await using market = await openMarket()
  const { call, platform, customers, month } = market
  for (const id of customers) assert.ok(await invoiceLastMonth(platform, id))
  const name = monthName(month)
  const pigeon = await call('GET', `${market.statements}/${name}`)
  const ravens = `/v4/billing/organisations/${market.account.organisationId}/providers/raven`
  const raven = await call('GET', `${ravens}/statements/${name}`)
  const invoices = await platform.store.invoices.listAll({})
  const sold = invoices.flatMap(({ lines }) => lines).filter(({ providerId }) => providerId)
  const expected = sumOf(sold.map(({ net }) => amountOf(net)))
  assert.equal(amountOf(netsOf(pigeon)).plus(netsOf(raven)).toFixed(), expected.toFixed())
  const [total] = pigeon.totals
  // 12.50 + 7.01 for plans and twice 3.50 of consumption; 30 % of it are 7.953.
  assert.deepEqual(
    [total.sold.amount, total.platform_share.amount, total.due.amount],
    [26.51, 7.95, 18.56],
  )
  assert.deepEqual(
    pigeon.plans.map(({ plan, addons }: Wire) => [plan, addons]),
    [['s', 2]],
  )
  assert.deepEqual(await call('GET', market.statements), [{ month: name }])
})

test('statements API: as CSV and PDF, for the owner, accountants and operators', async () => {
  await using market = await openMarket()
  const { platform, partner, statements, month } = market
  for (const id of market.customers) await invoiceLastMonth(platform, id)
  const name = monthName(month)
  const accountant = await somebody(market, { role: 'ACCOUNTING', organisationId: partner.id })
  const operator = await somebody(market)
  platform.policies.operators = [operator.email]
  const get = (path: string, { authorization } = accountant) =>
    market.ask(`${market.url}${path}`, { headers: { authorization } })
  const csv = await (await get(`${statements}/${name}.csv`)).text()
  assert.equal(csv.trim().split('\r\n').length, 5)
  const pdf = await get(`${statements}/${name}.pdf`)
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  assert.equal((await pdf.text()).slice(0, 5), '%PDF-')
  const any = `/v4/berth/billing/providers/pigeon/statements/${name}`
  for (const suffix of ['', '.csv', '.pdf']) {
    assert.equal((await get(`${any}${suffix}`, operator)).status, 200)
    assert.equal((await get(`${any}${suffix}`)).status, 403)
  }
  const all = await callAs(market, operator)('GET', `/v4/berth/billing/statements/${name}`)
  assert.deepEqual(all.map((one: Wire) => one.provider_id).sort(), ['pigeon', 'raven'])
  const { unpaid, sold } = all.find((one: Wire) => one.provider_id === 'pigeon').totals[0]
  assert.deepEqual(unpaid, sold, 'no customer has paid')
  for (const { number } of await platform.store.invoices.listAll({})) {
    await platform.store.invoices.change(number, ['PENDING'], { status: 'PAID', paidAt: 1 })
  }
  const [later] = await callAs(market, operator)('GET', `/v4/berth/billing/statements/${name}`)
  assert.equal(later.totals[0].unpaid.amount, 0)
  assert.ok(!(await (await get(`${statements}/${name}`)).text()).includes('unpaid'), 'not theirs')
  const developer = await somebody(market, { role: 'DEVELOPER', organisationId: partner.id })
  assert.equal((await get(`${statements}/${name}`, developer)).status, 403)
  const stranger = await somebody(market)
  assert.equal((await get(`${statements}/${name}`, stranger)).status, 404)
})

test('statements API: a credit note is taken back in the month of its issue', async () => {
  await using market = await openMarket()
  const { call, platform, customers, statements, month } = market
  const [invoice] = await Promise.all(customers.map((id) => invoiceLastMonth(platform, id)))
  await createCreditNote(platform, invoice?.number ?? '', { reason: 'An outage' })
  const before = await call('GET', `${statements}/${monthName(month)}`)
  assert.equal(before.totals[0].sold.amount, 26.51, 'what was reported stays')
  const now = monthOf(platform.clock())
  const clock = platform.clock
  platform.clock = () => now.until + 1000
  await platform.store.billingTimes.set('invoiced-until', now.until)
  const after = await call('GET', `${statements}/${monthName(now)}`)
  platform.clock = clock
  const total = invoice?.lines.filter(({ providerId }) => providerId === 'pigeon') ?? []
  const nets = sumOf(total.map(({ net }) => amountOf(net)))
  assert.equal(after.totals[0].sold.amount, -Number(nets.toFixed()))
  assert.ok(after.totals[0].due.amount < 0)
})

test("statements API: months that are not over or not invoiced, and others' providers, are refused", async () => {
  await using market = await openMarket()
  const { call, platform, statements, month } = market
  await assert.rejects(call('GET', `${statements}/${monthName(month)}`), { status: 409 })
  const open = monthName(monthOf(platform.clock()))
  for (const wrong of [open, '2026-13', 'x', '2999-01']) {
    await assert.rejects(call('GET', `${statements}/${wrong}`), { status: 400 }, wrong)
  }
  const theirs = statements.replace('pigeon', 'raven')
  await assert.rejects(call('GET', `${theirs}/${monthName(month)}`), { status: 404 })
})
