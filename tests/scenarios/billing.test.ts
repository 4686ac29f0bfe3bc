import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { monthName, monthOf } from '#platform/model/billing/period.ts'
import type { PriceData, PriceList } from '#platform/model/billing/price-list.ts'
import type { AddonId, ApplicationId } from '#platform/model/ids.ts'
import { one, three, two } from '#tests/support/applications/live-application.ts'
import { checkForms, downloadPdf, readForms } from '#tests/support/billing/check-forms.ts'
import { checkStatement, expectStatement } from '#tests/support/billing/check-statement.ts'
import { type ExpectedInvoice, expectInvoice } from '#tests/support/billing/independent-invoice.ts'
import { type Office, openOffice } from '#tests/support/billing/office.ts'
import { type Customer, Quarter } from '#tests/support/billing/quarter.ts'
import type { Wire } from '#tests/support/billing/wire.ts'
import { csvRows, expectedNumbers } from '#tests/support/invoices/invoice-forms.ts'

/** The first quarter of a leap year; everything is in UTC. */
let quarter: Quarter
/** Pays the VAT of its own country, which is the seller's. */
let quay: Customer
/** Is no business, so it pays the VAT of its country. */
let atelier: Customer
/** A business in another country: it owes the VAT itself. */
let bottega: Customer
let partner: Customer
let shop: ApplicationId
let site: ApplicationId
let letters: AddonId
let birds: AddonId
let doves: AddonId
let office: Office

const months = ['2028-01', '2028-02', '2028-03']
const path = '/v4/berth/billing'
const winter: PriceData = {
  currency: 'EUR',
  sizes: { XS: '0.0000041', S: '0.00000834', M: '0.0000167' },
  builds: { M: '0.0000333' },
  plans: { 'raven/l': '44.99' },
  vat: { rates: { FR: '20', DE: '19', IT: '22' } },
}
let lists: PriceList[]

before(async () => {
  quarter = await Quarter.open('2028-01-01T00:00:00Z')
  const { api } = quarter
  quay = await quarter.customer('Quay & Cie', {})
  atelier = await quarter.customer('Atelier Łódź', {})
  bottega = await quarter.customer('Bottega', {})
  partner = await quarter.customer('Lofts', {})
  await quarter.offer('raven', api.account.organisationId, [12.5, 50])
  await quarter.offer('pigeon', partner.id, [7.01, 30])
  office = await openOffice(quarter)
})
after(async () => {
  await office?.[Symbol.asyncDispose]()
  await quarter?.[Symbol.asyncDispose]()
})

const admin = (...words: string[]) => office.berth(quarter.operatorAccount, 'admin', ...words)
const run = (until: string) => admin('invoices', 'run', '--until', until)

test('quarter: two price lists, one of them from the middle of a month on', async () => {
  const spring: PriceData = {
    ...winter,
    sizes: { XS: '0.0000045', S: '0.000009', M: '0.0000181' },
    discounts: { [quay.id]: '7.5' },
    freeCredits: '1.50',
    platformShare: '25',
  }
  await office.project.write({ 'winter.json': JSON.stringify(winter) })
  const first = await admin('prices', 'apply', 'winter.json', '--from', '2028-01-01')
  const date = '2028-02-15T12:30:00Z'
  const change = { valid_from: date, prices: spring }
  const second = await quarter.operator('POST', `${path}/prices`, change)
  lists = [
    { id: first.id, validFrom: Date.parse('2028-01-01'), createdAt: 0, data: winter },
    { id: second.id, validFrom: Date.parse(date), createdAt: 0, data: spring },
  ]
})

test('quarter: January', async () => {
  letters = await quarter.order(quay, 'raven', 'letters')
  quarter.at('2028-01-03T08:00:00Z')
  shop = await quarter.createApplication(quay, 'shop', 'S')
  await quarter.deploy(quay, shop, one, ['S', 1])
  quarter.at('2028-01-05T00:00:00.250Z')
  doves = await quarter.order(bottega, 'pigeon', 'doves')
  quarter.at('2028-01-10T09:30:00Z')
  birds = await quarter.order(atelier, 'pigeon', 'birds')
  quarter.at('2028-01-15T00:00:00Z')
  await quarter.consume(atelier, { providerId: 'pigeon', addonId: birds }, 3.333)
  quarter.at('2028-01-20T12:00:00Z')
  await quarter.scale(quay, shop, 'M', 2)
  quarter.at('2028-01-31T23:59:30Z')
  await quarter.consume(atelier, { providerId: 'pigeon', addonId: birds }, 1.25)
  site = await quarter.createApplication(atelier, 'site', 'XS')
  // The build begins in January and ends in February.
  await quarter.deploy(atelier, site, one, ['XS', 1])
  assert.equal(monthName(monthOf(quarter.now)), '2028-02')
})

test('quarter: January is invoiced, and held for whom an address is missing', async () => {
  await quarter.setAddress(quay, 'FR')
  await quarter.setAddress(atelier, 'DE')
  const grant = { amount: '20.00', reason: 'Transfer of 28 January' }
  await quarter.operator('POST', `${path}/owners/${quay.id}/credits`, grant)
  quarter.at('2028-02-01T02:00:00Z')
  await assert.rejects(run('2028-02'), /the last of which is 2028-01/)
  const { issued, held } = await run('2028-01')
  assert.equal(issued.length, 2)
  assert.deepEqual([held.length, held[0].owner_id, held[0].reason], [1, bottega.id, 'address'])
  await quarter.setAddress(bottega, 'IT', 'IT12345678901')
  assert.equal((await run('2028-01')).issued.length, 1)
  assert.deepEqual((await run('2028-01')).issued, [], 'a month is invoiced once')
})

test('quarter: February, with reminders of what is not paid', async () => {
  const [january] = await quay.call('GET', `/v4/billing/organisations/${quay.id}/invoices/unpaid`)
  const paid = await admin('invoices', 'paid', january.invoice_number, '--transaction', 'SEPA 1')
  assert.deepEqual([paid.status, paid.transaction_id], ['PAID', 'SEPA 1'])
  quarter.at('2028-02-10T00:00:00Z')
  await quarter.deploy(quay, shop, two, ['M', 2])
  quarter.at('2028-02-14T12:00:00Z')
  await quarter.changePlan(quay, letters, 'raven/l')
  quarter.at('2028-02-16T06:00:00Z')
  await quarter.deleteAddon(bottega, doves)
  quarter.at('2028-02-17T00:00:00Z')
  await quarter.runRound()
  await quarter.runRound()
  for (const customer of [atelier, bottega])
    await quarter.mailed(customer, /^Reminder: invoice F20280201-/)
  quarter.at('2028-02-20T18:00:00Z')
  await quarter.consume(atelier, { providerId: 'pigeon', addonId: birds }, 7.77)
  await quarter.consume(atelier, { providerId: 'pigeon', addonId: birds }, -5, false)
  quarter.at('2028-02-25T18:00:00Z')
  await quarter.stop(quay, shop)
  quarter.at('2028-02-29T12:00:00Z')
  await quarter.scale(atelier, site, 'XS', 3)
})

test("quarter: February is held for a provider's negative charge until the operator decides", async () => {
  quarter.at('2028-03-01T02:00:00Z')
  await quarter.runRound()
  const held = await quarter.operator('GET', `${path}/invoices/held`)
  assert.deepEqual([held.length, held[0].owner_id, held[0].reason], [1, atelier.id, 'consumption'])
  const [charge] = await quarter.operator('GET', `${path}/consumptions/held`)
  assert.equal(charge.cost, '-5')
  await quarter.operator('PUT', `${path}/consumptions/${charge.id}`, { state: 'rejected' })
  await quarter.runRound()
  assert.deepEqual(await quarter.operator('GET', `${path}/invoices/held`), [])
})

test('quarter: who does not pay is reminded, then suspended, and returns once it is paid', async () => {
  quarter.at('2028-03-05T06:30:10Z')
  await quarter.deploy(quay, shop, three, ['M', 2])
  const { store } = quarter.api.platform
  const [january = assert.fail()] = await store.invoices.listInState(['PENDING'], atelier.id)
  const [theirs = assert.fail()] = await store.invoices.listInState(['PENDING'], bottega.id)
  await admin('invoices', 'paid', theirs.number)
  quarter.at('2028-03-17T00:00:00Z')
  await quarter.runRound()
  assert.equal(await quarter.instancesOf(atelier, site), 3, 'due for 31 days at most')
  quarter.at('2028-03-19T00:00:00Z')
  await quarter.runRound()
  await quarter.becomes(atelier, site, 0)
  quarter.stopped(site)
  await quarter.mailed(atelier, /were stopped/)
  assert.equal((await store.releases.listOf(site)).length, 1, 'nothing is deleted')
  assert.equal((await store.addons.find(birds))?.state, 'ready')
  assert.equal(await quarter.instancesOf(quay, shop), 2, 'others go on')
  const push = atelier.call(
    'POST',
    `/v2/organisations/${atelier.id}/applications/${site}/instances`,
  )
  await assert.rejects(push, /suspended/)
  quarter.at('2028-03-25T09:00:00Z')
  await admin('invoices', 'paid', january.number)
  await quarter.becomes(atelier, site, 3)
  await quarter.mailed(atelier, /starting again/)
  quarter.returned(atelier, site, 'XS', 3)
})

test('quarter: credit notes, for all of an invoice and for a part of one that is paid', async () => {
  quarter.at('2028-03-26T00:00:00Z')
  const { store } = quarter.api.platform
  const month = monthOf(Date.parse('2028-02-01'))
  const whole = (await store.invoices.findOfPeriod(bottega.id, month)) ?? assert.fail()
  const credit = (number: string, ...words: string[]) =>
    admin('invoices', 'credit', number, ...words)
  const credited = await credit(whole.number, '--reason', 'The doves were ill')
  assert.equal(credited.total.amount_formatted, whole.totals.gross)
  const paid =
    (await store.invoices.findOfPeriod(quay.id, monthOf(Date.parse('2028-01-01')))) ?? assert.fail()
  const words = ['--amount', '2.00', '--reason', 'An outage on 12 January']
  const partly = await credit(paid.number, ...words)
  assert.deepEqual([partly.total_tax.amount, partly.total.amount], [0.4, 2.4])
})

test('quarter: March is invoiced', async () => {
  quarter.at('2028-04-01T00:00:00Z')
  assert.equal((await run('2028-03')).issued.length, 2, 'who has used nothing gets no invoice')
  const numbers = (await quarter.operator('GET', `${path}/invoices?limit=100`))
    .map(({ invoice_number }: Wire) => invoice_number.slice(-6))
    .toSorted()
  const gapless = Array.from({ length: 10 }, (_, index) => String(index + 1).padStart(6, '0'))
  assert.deepEqual(numbers, gapless)
})

/** What a customer owes for a month by the diary. Prepaid credits are spent in January. */
function expected({ id }: Customer, name: string): ExpectedInvoice | undefined {
  const month = monthOf(Date.parse(`${name}-01`))
  return expectInvoice({
    ownerId: id,
    month,
    lists,
    ...quarter.diary.of(id),
    vat: id === quay.id ? '20' : id === atelier.id ? '19' : '0',
    prepaid: id === quay.id && name === '2028-01' ? '20' : '0',
  })
}

test('quarter: every number of each invoice agrees with the diary in JSON, page, PDF, XML and CSV', async () => {
  let count = 0
  for (const customer of [quay, atelier, bottega]) {
    const invoices = await quarter.invoicesOf(customer)
    for (const month of months) {
      const number = invoices.get(month)
      const wanted = expected(customer, month)
      assert.equal(number === undefined, wanted === undefined, `${customer.id} ${month}`)
      if (!number || !wanted) continue
      if (customer === bottega) assert.equal(wanted.tax, '0.00')
      await checkForms(quarter.api, customer, number, wanted)
      count++
    }
  }
  assert.equal(count, 8)
})

test('quarter: credit notes agree in JSON, page, PDF and XML', async () => {
  const tell = async (customer: Customer) => {
    const { id, call } = customer
    const all = await call('GET', `/v4/billing/organisations/${id}/invoices`)
    const note = all.find(({ type }: Wire) => type === 'CREDITNOTE')
    const { page, pdf } = await readForms(quarter.api, customer, note.invoice_number)
    assert.ok(pdf.text.includes(note.corrected_invoice_number))
    return [page, pdf.page, pdf.xml]
  }
  const wanted = expected(bottega, '2028-02') ?? assert.fail()
  for (const form of await tell(bottega)) assert.deepEqual(form, expectedNumbers(wanted))
  for (const form of await tell(quay)) {
    assert.deepEqual(form, { lines: ['2.00'], net: '2.00', tax: '0.40', due: '2.40' })
  }
})

/** What the partner sold in a month by the diary: lines of customers, less what was credited in March. */
function soldIn(month: string): string[] {
  const soldTo = (customer: Customer, name: string, addonId: AddonId) =>
    Object.entries(expected(customer, name)?.lines ?? {})
      .filter(([line]) => line.includes(addonId))
      .map(([, net]) => net)
  const sold = [...soldTo(atelier, month, birds), ...soldTo(bottega, month, doves)]
  const back = month === '2028-03' ? soldTo(bottega, '2028-02', doves) : []
  return [...sold, ...back.map((net) => `-${net}`)].toSorted()
}

test("quarter: the partner's statements sum to the customers' lines in JSON, CSV and PDF", async () => {
  const shares = ['30', '25', '25']
  for (const [index, month] of months.entries()) {
    const wanted = expectStatement(soldIn(month), shares[index] ?? '')
    await checkStatement(quarter.api, partner, `pigeon/statements/${month}`, wanted)
  }
})

test('quarter: usage of a month that is over tells what was invoiced', async () => {
  for (const month of months) {
    const used = await office.berth(quay.admin, 'usage', '--month', month, '--org', quay.id)
    assert.equal(used.so_far.total.amount_formatted, expected(quay, month)?.gross, month)
  }
})

test('quarter: berth and the stock client download the same file', async () => {
  const [number = ''] = (await quarter.invoicesOf(quay)).values()
  const wanted = await downloadPdf(quarter.api, quay, number)
  const { project } = office
  const read = (name: string) => readFile(join(project.folder, name))
  await office.berth(quay.admin, 'invoices', 'download', number, '--org', quay.id)
  assert.ok((await read(`${number}.pdf`)).equals(wanted))
  const { token, secret } = quay.admin
  Object.assign(project.env, { CLEVER_TOKEN: token, CLEVER_SECRET: secret })
  const url = `${quarter.api.url}/v4/billing/organisations/${quay.id}/${number}.pdf`
  const ran = await project.clever('curl', url, '--silent', '--output', 'stock.pdf')
  assert.equal(ran.code, 0, ran.output)
  assert.ok((await read('stock.pdf')).equals(wanted))
  const csv = ['--month', '2028-01', '--csv', '--org', partner.id]
  const saved = await office.berth(partner.admin, 'provider', 'statements', 'pigeon', ...csv)
  const rows = csvRows(await readFile(saved.path, 'utf8'))
  assert.deepEqual(rows.map(({ net }) => net).toSorted(), soldIn('2028-01'))
})
