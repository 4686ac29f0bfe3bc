import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInvoices } from '#platform/billing/invoices/issue-invoices.ts'
import { monthName, monthOf } from '#platform/model/billing/period.ts'
import { addTestPrices, lastMonth, useHour } from '#tests/support/billing/billed-month.ts'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { seat } from '#tests/support/visitors/form-driver.ts'

test('berth invoices address: tells why a month is held, and completes the address', async () => {
  await using api = await openTestApi()
  const { platform, account } = api
  const user = await platform.store.users.findByEmail(account.email)
  await using admin = await seat(api, user?.id ?? assert.fail())
  const month = lastMonth(platform)
  await addTestPrices(platform)
  await useHour(platform, await api.application(), month)
  const run = () => runInvoices(platform, monthOf(platform.clock()).from)
  assert.equal((await run()).held.length, 1)
  const held = (await admin.type('invoices', 'address')).out
  assert.match(held, new RegExp(`${monthName(month)} is held +The address .* is incomplete`))
  const address = ['--street', '7 Quay', '--city', 'Paris', '--zipcode', '75003', '--country', 'fr']
  const given = await admin.type('invoices', 'address', ...address, '--purchase-order', 'PO 17')
  assert.match(given.out, /Address +7 Quay, 75003 Paris, FRANCE\n/)
  const [number] = (await run()).issued
  const { buyer } = (number && (await platform.store.invoices.find(number))) || assert.fail()
  assert.deepEqual([buyer.address, buyer.purchaseOrder], ['7 Quay', 'PO 17'])
  assert.doesNotMatch((await admin.type('invoices', 'address')).out, /is held/)
  const cleared = await admin.type('invoices', 'address', '--purchase-order', '')
  assert.match(cleared.out, /Purchase order +not given/)
  assert.match(
    (await admin.type('invoices', 'address', '--country', 'Atlantis')).err,
    /not a country/,
  )
})

test('berth invoices address: accountants set references, and leave the address to administrators', async () => {
  await using api = await openTestApi()
  const { organisationId } = api.account
  const { id } = await somebody(api, { role: 'ACCOUNTING', organisationId })
  await using accountant = await seat(api, id)
  const set = await accountant.type('invoices', 'address', '--cost-center', 'R&D')
  assert.match(set.out, /Cost center +R&D/)
  const refused = await accountant.type('invoices', 'address', '--city', 'Paris')
  assert.equal(refused.code, 1)
})
