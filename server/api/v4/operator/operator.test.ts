import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountOf } from '#platform/billing/invoices/buyer.ts'
import { monthName, monthOf } from '#platform/model/billing/period.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import {
  addTestPrices,
  consume,
  lastMonth,
  setAddress,
  testPrices,
  useAddon,
  useHour,
} from '#tests/support/billing/billed-month.ts'
import { callAs, type Wire } from '#tests/support/billing/wire.ts'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'

const path = '/v4/berth/billing'

/** A platform with an operator, and an organisation that has used an application and an add-on last month. */
async function openOffice() {
  const api = await openTestApi()
  const { platform, account } = api
  const operator = await somebody(api)
  platform.policies.operators = [operator.email]
  const ownerId = account.organisationId
  const month = lastMonth(platform)
  const application = await api.application()
  await useHour(platform, application, month)
  const { provider, plan } = await addOffer(platform.store, { id: 'pigeon', ownerId })
  const addon = await addAddon(platform.store, provider, plan, { ownerId, state: 'ready' })
  await useAddon(platform, addon, month)
  const call = callAs(api, operator)
  const run = (until?: string) => call('POST', `${path}/invoices/run`, until ? { until } : {})
  return { ...api, operator, ownerId, month, application, provider, addon, call, run }
}

test('operator API: prices are added from a date, listed, shown and removed before they apply', async () => {
  await using office = await openOffice()
  const { call, platform } = office
  assert.deepEqual(await call('GET', `${path}/prices`), [])
  await assert.rejects(call('GET', `${path}/prices/current`), { status: 404 })
  const now = monthOf(platform.clock())
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  const prices = { valid_from: day(now.from), prices: testPrices }
  const first = await call('POST', `${path}/prices`, prices)
  assert.deepEqual([first.is_current, first.prices], [true, testPrices])
  const later = await call('POST', `${path}/prices`, { ...prices, valid_from: day(now.until) })
  assert.equal((await call('GET', `${path}/prices/current`)).id, first.id)
  assert.equal((await call('GET', `${path}/prices`)).length, 2)
  await call('DELETE', `${path}/prices/${later.id}`)
  await assert.rejects(call('DELETE', `${path}/prices/${first.id}`), { status: 409 })
  await assert.rejects(call('DELETE', `${path}/prices/none`), { status: 404 })
  await assert.rejects(call('POST', `${path}/prices`, prices), { status: 409 })
  const wrong = [
    { ...prices, valid_from: 'soon' },
    { ...prices, valid_from: day(office.month.from) },
    { ...prices, prices: { ...testPrices, currency: 'XXQ' } },
    { ...prices, prices: { ...testPrices, sizes: { M: 0.1 } } },
    { ...prices, prices: { ...testPrices, sizes: { M: '1e9' } } },
    { ...prices, prices: { ...testPrices, sizes: { huge: '1' } } },
    { valid_from: day(now.until) },
  ]
  for (const body of wrong) {
    await assert.rejects(
      call('POST', `${path}/prices`, body),
      { status: 400 },
      JSON.stringify(body),
    )
  }
})

test('operator API: a run invoices months that are over, once, and holds what lacks an address', async () => {
  await using office = await openOffice()
  const { call, platform, run, ownerId } = office
  await addTestPrices(platform)
  const held = await run()
  assert.deepEqual([held.issued, held.failed], [[], []])
  assert.deepEqual([held.held[0].owner_id, held.held[0].reason], [ownerId, 'address'])
  assert.equal((await call('GET', `${path}/invoices/held`)).length, 1)
  await setAddress(platform, office.account.organisationId)
  const { issued } = await run(monthName(office.month))
  assert.equal(issued.length, 1)
  assert.deepEqual((await run()).issued, [])
  assert.deepEqual(await call('GET', `${path}/invoices/held`), [])
  const [one] = await call('GET', `${path}/invoices`)
  assert.deepEqual([one.invoice_number, one.owner_id], [issued[0], ownerId])
  assert.equal((await call('GET', `${path}/invoices?status=PAID`)).length, 0)
  assert.equal((await call('GET', `${path}/invoices/${issued[0]}`)).uptimes.length, 1)
  for (const until of [monthName(monthOf(platform.clock())), '2026-13', 'now', '2020-01-15']) {
    await assert.rejects(run(until), { status: 400 }, until)
  }
})

test('operator API: invoices are reported paid, put on hold, and corrected by credit notes', async () => {
  await using office = await openOffice()
  const { call, platform, run } = office
  await addTestPrices(platform)
  await setAddress(platform, office.account.organisationId)
  const [number] = (await run()).issued
  const one = `${path}/invoices/${number}`
  assert.equal(
    (await call('PUT', `${one}/status`, { status: 'PAYMENTHELD' })).status,
    'PAYMENTHELD',
  )
  const paid = await call('POST', `${one}/paid`, { transaction_id: 'T-1' })
  assert.deepEqual(
    [paid.status, paid.payment_provider, paid.transaction_id],
    ['PAID', 'manual', 'T-1'],
  )
  assert.ok(paid.pay_date)
  await assert.rejects(call('PUT', `${one}/status`, { status: 'PENDING' }), { status: 409 })
  await assert.rejects(call('PUT', `${one}/status`, { status: 'CANCELED' }), { status: 400 })
  const part = await call('POST', `${one}/credit-note`, { reason: 'An outage', amount: '1.00' })
  assert.deepEqual([part.type, part.total.amount], ['CREDITNOTE', 1.2])
  assert.equal(part.corrected_invoice_number, number)
  const rest = await call('POST', `${one}/credit-note`, { reason: 'All of it' })
  assert.equal(rest.total_tax_excluded.amount, 11.86)
  await assert.rejects(call('POST', `${one}/credit-note`, { reason: 'Again' }), { status: 409 })
  assert.equal((await call('GET', one)).status, 'REFUNDED')
  await assert.rejects(call('POST', `${path}/invoices/F20260101-000999/paid`, {}), { status: 404 })
  const pdf = await office.ask(`${office.url}${one}.pdf`, {
    headers: { authorization: office.operator.authorization },
  })
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
})

test("operator API: a provider's held charge is decided, and the invoice goes by it", async () => {
  await using office = await openOffice()
  const { call, platform, run, addon, month } = office
  await addTestPrices(platform)
  await setAddress(platform, office.account.organisationId)
  await consume(platform, addon, month, { cost: '-5', state: 'held' })
  const held = await run()
  assert.deepEqual([held.issued, held.held[0].reason], [[], 'consumption'])
  const [charge] = await call('GET', `${path}/consumptions/held`)
  assert.deepEqual([charge.cost, charge.provider_id], ['-5', 'pigeon'])
  const one = `${path}/consumptions/${charge.id}`
  assert.equal((await call('PUT', one, { state: 'rejected' })).state, 'rejected')
  await assert.rejects(call('PUT', one, { state: 'accepted' }), { status: 409 })
  await assert.rejects(call('PUT', one, { state: 'held' }), { status: 400 })
  await assert.rejects(call('PUT', `${path}/consumptions/none`, { state: 'accepted' }), {
    status: 404,
  })
  assert.equal((await run()).issued.length, 1)
})

test('operator API: an owner is suspended and returns by decision, and is left to due dates again', async () => {
  await using office = await openOffice()
  const { call, platform, ownerId } = office
  const decide = (decision: string): Promise<Wire> =>
    call('PUT', `${path}/owners/${ownerId}/suspension`, { decision })
  assert.ok((await decide('suspended')).suspended_at)
  const [suspended] = await call('GET', `${path}/owners/suspended`)
  assert.deepEqual([suspended.owner_id, suspended.suspension], [ownerId, 'suspended'])
  assert.equal((await platform.store.applications.find(office.application.id))?.suspended, true)
  const { updateSuspensions } = await import('#platform/billing/payments/suspension.ts')
  await updateSuspensions(platform)
  assert.ok(
    (await call('GET', `${path}/owners/${ownerId}`)).suspended_at,
    'a round does not undo it',
  )
  assert.equal((await decide('automatic')).suspended_at, null)
  assert.deepEqual(await call('GET', `${path}/owners/suspended`), [])
  await assert.rejects(call('PUT', `${path}/owners/orga_none/suspension`, { decision: 'exempt' }), {
    status: 404,
  })
  await assert.rejects(decide('maybe'), { status: 400 })
})

test('operator API: a credit note of what was overdue ends the suspension at once', async () => {
  await using office = await openOffice()
  const { call, platform, run, ownerId } = office
  const { store } = platform
  await addTestPrices(platform)
  await setAddress(platform, office.account.organisationId)
  const [number] = (await run()).issued
  await store.billingAccounts.put({ ...(await accountOf(store, ownerId)), suspendedAt: 1 })
  await call('POST', `${path}/invoices/${number}/credit-note`, { reason: 'An outage' })
  assert.equal((await call('GET', `${path}/owners/${ownerId}`)).suspended_at, null)
})

test('operator API: nobody else may use it', async () => {
  await using office = await openOffice()
  const admin = callAs(office, office.account)
  for (const target of [
    'prices',
    'invoices',
    'invoices/held',
    'consumptions/held',
    'owners/suspended',
  ]) {
    await assert.rejects(admin('GET', `${path}/${target}`), { status: 403 }, target)
  }
})
