import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
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
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { type FormDriver, seat } from '#tests/support/visitors/form-driver.ts'

/** The first account is administrator of an organisation that has a provider, and operator of the platform. */
let api: TestApi
let admin: FormDriver
let month: string

before(async () => {
  api = await openTestApi()
  const { platform, account } = api
  platform.policies.operators = [account.email]
  const user = await platform.store.users.findByEmail(account.email)
  admin = await seat(api, user?.id ?? 'user_nobody')
  const period = lastMonth(platform)
  month = monthName(period)
  const application = await api.application()
  await useHour(platform, application, period)
  const ownerId = account.organisationId
  const { provider, plan } = await addOffer(platform.store, { id: 'pigeon', ownerId })
  const addon = await addAddon(platform.store, provider, plan, {
    ownerId,
    state: 'ready',
    name: 'loft \u001b]0;x\u0007',
  })
  await useAddon(platform, addon, period)
  await consume(platform, addon, period, { cost: '-3', state: 'held' })
})
after(async () => {
  await admin[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

async function ok(words: string, ...more: string[]): Promise<string> {
  const typed = await admin.type(...words.split(' '), ...more)
  assert.equal(typed.code, 0, `${words}: ${typed.err}`)
  return typed.out
}

async function fails(words: string, ...more: string[]): Promise<string> {
  const typed = await admin.type(...words.split(' '), ...more)
  assert.equal(typed.code, 1, words)
  return typed.err
}

const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/))

test('berth admin prices: a file applies from a date on, is listed, shown and removed', async () => {
  assert.match(await ok('admin prices'), /everything is free/)
  await writeFile(join(admin.folder, 'prices.json'), JSON.stringify(testPrices))
  await writeFile(join(admin.folder, 'odd.json'), '{ "currency": ')
  assert.match(await fails('admin prices apply none.json'), /There is no file 'none.json'/)
  assert.match(await fails('admin prices apply odd.json'), /'odd.json' is not valid JSON/)
  assert.match(await fails('admin prices apply prices.json --from soon'), /Invalid --from 'soon'/)
  const past = await fails('admin prices apply prices.json --from 2020-01-01')
  assert.match(past, /cannot change for a month that is over/)
  const applied = await ok('admin prices apply prices.json')
  const [, id = ''] = /\((prices_[^)]+)\)/.exec(applied) ?? []
  assert.match(await ok('admin prices list'), new RegExp(id))
  assert.deepEqual(JSON.parse(await ok(`admin prices show ${id}`)), testPrices)
  assert.match(await fails('admin prices show'), /There is no price list current/)
  assert.match(await ok(`admin prices rm ${id}`), /was removed/)
})

test('berth: invoices from the run to the download, and all that comes between', async () => {
  const { platform, account } = api
  await addTestPrices(platform)
  assert.match(await fails('admin invoices run --until 2999-01'), /months that are over/)
  assert.match(await ok('admin invoices run'), /0 issued, 1 held.*operator's decision/s)
  assert.match(await ok('admin invoices held'), new RegExp(account.organisationId))
  const [[consumption = '']] = rowsOf(await ok('admin consumptions held')) as [[string]]
  assert.match(await ok(`admin consumptions reject ${consumption}`), /of -3 EUR is rejected/)
  assert.equal(await ok('admin consumptions'), 'Nothing is held.\n')
  assert.match(await fails(`admin consumptions accept ${consumption}`), /rejected already/)
  assert.match(
    await ok('admin invoices run'),
    /0 issued, 1 held.*address for invoices is incomplete/s,
  )
  await setAddress(platform, account.organisationId)
  const [, number = ''] = /1 issued.*?(F\d{8}-\d{6})/s.exec(await ok('admin invoices run')) ?? []
  assert.ok(number)

  const [row] = rowsOf(await ok('invoices list'))
  assert.deepEqual([row?.[0], row?.[2], row?.[3]], [number, '15.43 EUR', 'PENDING'])
  assert.equal(rowsOf(await ok('invoices --unpaid')).length, 1)
  assert.equal(await ok('invoices --since 2999-01-01'), 'No invoices.\n')
  const shown = await ok(`invoices show ${number}`)
  for (const part of ['M in par', '1:00:00', '0.36 EUR', 'plan s', '12.50 EUR', 'VAT 20 %']) {
    assert.ok(shown.includes(part), `${part} in ${shown}`)
  }
  assert.doesNotMatch(shown, /\u0007/)
  const wide = rowsOf(await ok('admin invoices'))
  assert.deepEqual([wide[0]?.[0], wide[0]?.[2]], [number, account.organisationId])

  await ok(`invoices download ${number}`)
  const pdf = await readFile(join(admin.folder, `${number}.pdf`), 'latin1')
  assert.ok(pdf.startsWith('%PDF-'))
  await ok(`invoices download ${number} --html --output i.html`)
  assert.match(await readFile(join(admin.folder, 'i.html'), 'utf8'), /^<!DOCTYPE html>/)
  const { path } = JSON.parse(await ok(`invoices download ${number} --csv --format json`))
  assert.equal(path, join(admin.folder, `${number}.csv`))
  await ok(`admin invoices download ${number} --output again.pdf`)
  assert.match(await fails('invoices download F20260101-000999'), /There is no invoice/)
  assert.match(await fails('invoices download ../../x'), /is not an invoice number/)
  assert.match(await fails(`invoices download ${number} --csv --html`), /Choose one/)
  assert.match(await fails('invoices show ..'), /cannot be part of an address|no invoice/)

  assert.match(await ok(`admin invoices status ${number} PAYMENTHELD`), /is PAYMENTHELD/)
  assert.match(await ok(`admin invoices paid ${number} --transaction T-1`), /is PAID/)
  assert.equal(await ok('invoices --unpaid'), 'No invoices.\n')
  const credited = await ok(`admin invoices credit ${number} --amount 1.00 --reason outage`)
  assert.match(credited, /credit note F\d{8}-\d{6} of 1\.20 EUR/)
  assert.equal((await admin.type('admin', 'invoices', 'credit', number)).code, 2, 'needs a reason')

  const statement = await ok('provider statements pigeon')
  assert.match(statement, /Due to you +8\.75 EUR/)
  await ok(`provider statements pigeon --month ${month} --pdf`)
  assert.ok((await readFile(join(admin.folder, `pigeon-${month}.pdf`))).length > 1000)
  assert.match(await ok(`admin statements ${month}`), /pigeon .*sold 12\.50 EUR .*due 8\.75 EUR/)
  const open = monthName(monthOf(platform.clock()))
  assert.match(await fails(`provider statements pigeon --month ${open}`), /is not over/)
})

test('berth usage: a table, a bar for each day, and totals', async () => {
  const text = await ok(`usage --month ${month}`)
  assert.match(text, /instances +M +par +1:00:00 +0\.36 EUR/)
  assert.match(text, /█/)
  assert.match(text, new RegExp(`Total of ${month} +12\\.86 EUR`))
  const json = JSON.parse(await ok(`usage --month ${month} --format json`))
  assert.equal(json.so_far.total_tax_excluded.amount, 12.86)
  assert.match(await fails('usage --month 2026-1'), /Invalid month '2026-1'/)
  assert.match(await fails('usage --month 2999-01'), /has not begun/)
  assert.match(await ok('usage'), /Nothing was used|So far/)
})

test('berth usage alerts: set, listed, replaced and removed', async () => {
  assert.match(await ok('usage alerts'), /No alerts/)
  await ok('usage alerts set 50')
  await ok('usage alerts set 50.00 --spent --no-email --webhook http://127.0.0.1:9/hook')
  const [expected, spent] = rowsOf(await ok('usage alerts list'))
  assert.deepEqual(expected, ['50.00', 'when expected', 'by e-mail'])
  assert.deepEqual(spent, ['50.00', 'when spent', 'to http://127.0.0.1:9/hook'])
  assert.match(await fails('usage alerts set lots'), /must be a decimal/)
  assert.match(await fails('usage alerts rm 7'), /There is no alert at '7'/)
  await ok('usage alerts rm 50')
  assert.match(await ok('usage alerts'), /No alerts/)
})

test('berth admin credits and suspension: granted, stopped and let run', async () => {
  const { organisationId } = api.account
  const granted = await ok(`admin credits grant ${organisationId} 50.00 --reason prepaid`)
  assert.match(granted, /is now 50\.00 EUR/)
  assert.match(
    await fails('admin credits grant orga_none 5 --reason x'),
    /There is no organisation/,
  )
  assert.equal(await ok('admin suspension'), 'Nobody is suspended.\n')
  assert.match(await ok(`admin suspension set ${organisationId} suspended`), /are stopped/)
  assert.match(await ok('admin suspension list'), /by an operator/)
  assert.match(await ok(`admin suspension set ${organisationId} automatic`), /run \(automatic\)/)
})

test('berth admin: somebody who is no operator is told so', async () => {
  api.platform.policies.operators = ['nobody@example.test']
  assert.match(await fails('admin invoices'), /Only operators of this platform/)
  api.platform.policies.operators = [api.account.email]
})
