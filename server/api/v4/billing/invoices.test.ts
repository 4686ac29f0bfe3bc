import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CcApiClient } from '@clevercloud/client/cc-api-client.js'
import { GetInvoiceCommand } from '@clevercloud/client/cc-api-commands/invoice/get-invoice-command.js'
import { ListInvoiceCommand } from '@clevercloud/client/cc-api-commands/invoice/list-invoice-command.js'
import { ListUnpaidInvoiceCommand } from '@clevercloud/client/cc-api-commands/invoice/list-unpaid-invoice-command.js'
import { ListPaymentMethodCommand } from '@clevercloud/client/cc-api-commands/payment-method/list-payment-method-command.js'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
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
import { bearerOf, type Person, somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

let api: TestApi
let invoice: Invoice
let accountant: Person
let ownerId: string
/** Of another organisation. */
let foreign: Invoice

before(async () => {
  api = await openTestApi()
  const { platform, account } = api
  await addTestPrices(platform)
  const month = lastMonth(platform)
  ownerId = account.organisationId
  await setAddress(platform, account.organisationId)
  await useHour(platform, await api.application(), month)
  const { provider, plan } = await addOffer(platform.store, { id: 'pigeon' })
  const addon = await addAddon(platform.store, provider, plan, {
    ownerId: account.organisationId,
    state: 'ready',
  })
  await useAddon(platform, addon, month)
  await consume(platform, addon, month)
  const stranger = await somebody(api)
  await platform.store.users.change(stranger.id, {
    profile: {
      phone: '',
      address: '1 Quay',
      city: 'Berlin',
      zipcode: '1',
      country: 'DE',
      lang: 'EN',
    },
  })
  const theirs = { id: 'app_theirs', ownerId: stranger.id, name: 'theirs', zone: 'par' } as const
  await useHour(platform, theirs, month)
  invoice = (await invoiceLastMonth(platform, account.organisationId)) ?? assert.fail()
  foreign = (await invoiceLastMonth(platform, stranger.id)) ?? assert.fail()
  const organisationId = account.organisationId
  accountant = await somebody(api, { role: 'ACCOUNTING', organisationId })
})
after(() => api[Symbol.asyncDispose]())

const get = (path: string, { authorization }: Pick<Person, 'authorization'> = accountant) =>
  api.ask(`${api.url}${path}`, { headers: { authorization } })

// biome-ignore lint/suspicious/noExplicitAny: records are compared as they are on the wire
const getJson = async (path: string, caller = accountant): Promise<any> =>
  (await get(path, caller)).json()

const list = () => `/v4/billing/organisations/${ownerId}/invoices`

test('invoices API: the list, the unpaid ones and one invoice tell the same amounts', async () => {
  const all = await getJson(list())
  assert.deepEqual(
    all.map(({ invoice_number, status, type, owner_id }: Record<string, string>) => [
      ...[invoice_number, status, type, owner_id],
    ]),
    [[invoice.number, 'PENDING', 'INVOICE', ownerId]],
  )
  assert.deepEqual(await getJson(`${list()}/unpaid`), all)
  const one = await getJson(`${list()}/${invoice.number}`)
  // 3600 s of M, a month of the plan, and a charge.
  assert.deepEqual(one.total_tax_excluded, {
    currency: 'EUR',
    amount: 16.36,
    amount_formatted: '16.36',
    default_display: '€16.36',
  })
  assert.deepEqual([one.total_tax.amount, one.total.amount], [3.27, 19.63])
  assert.deepEqual([one.uptimes.length, one.uptimes[0].total.amount], [1, 0.36])
  assert.deepEqual([one.countables[0].plan, one.countables[0].price.amount], ['s', 12.5])
  const [charge] = one.vendor_consumption
  assert.deepEqual([charge.vendor_id, charge.price.amount], ['pigeon', 3.5])
  assert.equal(one.address.country_alpha2, 'FR')
})

/** Paths of whatever is missing in a record. */
const gapsIn = (value: unknown, place = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => gapsIn(inner, `${place}.${key}`))
    : value === undefined || value === null
      ? [place]
      : []

test('invoices API: the public JavaScript client reads every line and amount', async () => {
  const { consumerKey, consumerSecret, token, secret } = api.account
  const oauthTokens = { consumerKey, consumerSecret, token, secret }
  const client = new CcApiClient({
    baseUrl: api.url,
    authMethod: { type: 'oauth-v1', oauthTokens },
  })
  const one = await client.send(new GetInvoiceCommand({ ownerId, invoiceNumber: invoice.number }))
  assert.ok(one)
  const unpaid = ['payDate', 'paymentProvider', 'paymentMethodId', 'providerTransactionId']
  const unused = ['providerLastResponse', 'vatDeclarationId', 'wannabeInvoiceId']
  const lines = ['countables.0.duration']
  const expected = [...unpaid, ...unused, ...lines].map((name) => `.${name}`)
  assert.deepEqual(gapsIn(one).toSorted(), expected.toSorted())
  const eur = (amount: number) => ({ amount, currency: 'EUR' })
  assert.deepEqual(one.uptimes[0]?.price, eur(0.36))
  assert.deepEqual(one.uptimes[0]?.details[0]?.price, eur(0.36))
  assert.equal(one.uptimes[0]?.details[0]?.flavorName, 'M')
  assert.deepEqual(one.countables[0]?.detailsPrice, eur(12.5))
  assert.deepEqual(
    one.countables[0]?.details.map(({ planId, quantity }) => [planId, quantity]),
    [['s', 1]],
  )
  assert.deepEqual(one.vendorConsumption[0]?.price, eur(3.5))
  assert.deepEqual(one.totalTaxExcluded, eur(16.36))

  const [listed] = await client.send(new ListInvoiceCommand({ ownerId }))
  const [open] = await client.send(new ListUnpaidInvoiceCommand({ ownerId }))
  assert.deepEqual([listed?.invoiceNumber, open?.invoiceNumber], [invoice.number, invoice.number])
  assert.deepEqual(gapsIn(listed).toSorted(), [
    '.invoiceDayPlan',
    '.payDate',
    '.paymentProvider',
    '.transactionId',
  ])
  assert.deepEqual(await client.send(new ListPaymentMethodCommand({ ownerId })), [])
})

test('invoices API: the list is limited by dates and count', async () => {
  const before = new Date(invoice.issuedAt).toISOString()
  const later = new Date(invoice.issuedAt + 1000).toISOString()
  const count = async (query: string) => (await getJson(`${list()}?${query}`)).length
  assert.equal(await count(`since=${before}&limit=1`), 1)
  assert.equal(await count(`since=${later}`), 0)
  assert.equal(await count(`until=${before}`), 0)
  assert.equal((await get(`${list()}?limit=0`)).status, 400)
  assert.equal((await get(`${list()}?since=soon`)).status, 400)
})

test('invoices API: PDF, HTML and CSV are served under both paths', async () => {
  const short = `/v4/billing/organisations/${ownerId}/${invoice.number}`
  for (const base of [`${list()}/${invoice.number}`, short]) {
    const pdf = await get(`${base}.pdf`)
    assert.equal(pdf.headers.get('content-type'), 'application/pdf')
    assert.match(pdf.headers.get('content-disposition') ?? '', new RegExp(`${invoice.number}.pdf`))
    assert.equal((await pdf.text()).slice(0, 5), '%PDF-')
    const page = await get(`${base}.html`)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    const text = await page.text()
    assert.ok(text.startsWith('<!DOCTYPE html>'))
    assert.ok(text.includes(invoice.number))
  }
  const csv = await get(`${list()}/${invoice.number}.csv`)
  assert.equal((await csv.text()).trim().split('\r\n').length, 1 + invoice.lines.length)
})

test('invoices API: a browser downloads with the credentials in the query', async () => {
  const link = (header: string) =>
    `${list()}/${invoice.number}.pdf?authorization=${encodeURIComponent(Buffer.from(header).toString('base64'))}`
  const answer = await api.ask(`${api.url}${link(accountant.authorization)}`)
  assert.equal(answer.headers.get('content-type'), 'application/pdf')
  const { authorization } = await bearerOf(api, accountant.id)
  const bridged = await api.ask(`${api.bridge}${link(authorization)}`)
  assert.equal(bridged.headers.get('content-type'), 'application/pdf')
  assert.equal((await api.ask(`${api.url}${link('OAuth nonsense')}`)).status, 401)
})

test('invoices API: administrators and accountants only', async () => {
  const { organisationId } = api.account
  for (const role of ['MANAGER', 'DEVELOPER'] as const) {
    const member = await somebody(api, { role, organisationId })
    for (const path of [list(), `${list()}/${invoice.number}`, `${list()}/${invoice.number}.pdf`]) {
      assert.equal((await get(path, member)).status, 403, path)
    }
  }
  const stranger = await somebody(api)
  assert.equal((await get(`${list()}/${invoice.number}.pdf`, stranger)).status, 404)
})

test("invoices API: another owner's number, unknown numbers and odd ones are missing", async () => {
  const odd = [
    ...[foreign.number, 'F20260101-999999', 'F1', '..', '%2e%2e', '..%2f..%2fetc', '%00', '-1'],
    `${invoice.number}%2f..%2f${foreign.number}`,
    `${invoice.number}.`,
    `${invoice.number}%20`,
    invoice.number.toLowerCase(),
  ]
  for (const number of odd) {
    for (const suffix of ['', '.pdf', '.html', '.csv']) {
      const answer = await get(`${list()}/${number}${suffix}`)
      assert.equal(answer.status, 404, number + suffix)
    }
  }
  const answers = [foreign.number, 'F20260101-999999'].map(async (number) => {
    const { error } = await getJson(`${list()}/${number}`)
    return error.replace(number, 'N')
  })
  const [theirs, unknown] = await Promise.all(answers)
  assert.equal(theirs, unknown)
})

test('invoices API: a suffix that is not offered is missing, and the forms are named', async () => {
  for (const suffix of ['.xlsx', '.xml', '.PDF', '.pdf.exe']) {
    const answer = await get(`${list()}/${invoice.number}${suffix}`)
    assert.equal(answer.status, 404, suffix)
  }
  const { error } = await getJson(`${list()}/${invoice.number}.xml`)
  assert.match(error, new RegExp(`come as ${invoice.number}\\.pdf`))
})

test('invoices API: v2 lists them with tokens that open their PDF without credentials', async () => {
  const path = `/v2/organisations/${ownerId}/payments/billings`
  const [one] = await getJson(path)
  assert.deepEqual(
    [one.id, one.status, one.totalHT, one.totalVAT, one.totalTTC, one.type, one.vatRate],
    [invoice.number, 'PENDING', 16.36, 3.27, 19.63, 'INVOICE', 20],
  )
  assert.equal((await getJson(`${path}/unpaid`)).length, 1)
  assert.equal((await getJson(`${path}/${invoice.number}`)).number, invoice.number)
  const pdf = `${path}/${invoice.number}.pdf`
  const token = encodeURIComponent(one.token)
  const open = await api.ask(`${api.url}${pdf}?token=${token}`)
  assert.equal(open.headers.get('content-type'), 'application/pdf')
  assert.equal((await get(pdf)).headers.get('content-type'), 'application/pdf')
  assert.equal((await api.ask(`${api.url}${pdf}`)).status, 401)
  assert.equal((await api.ask(`${api.url}${pdf}?token=${token}x`)).status, 403)
  const other = `${path}/${foreign.number}.pdf?token=${token}`
  assert.equal((await api.ask(`${api.url}${other}`)).status, 403)
  assert.equal((await get(`${path}/${foreign.number}`)).status, 404)
  const stranger = await somebody(api)
  assert.equal((await get(pdf, stranger)).status, 404)
})

test("invoices API: a token's link expires", async () => {
  const path = `/v2/organisations/${ownerId}/payments/billings`
  const until = api.platform.clock() - 1
  const token = encodeURIComponent(api.signer.sign('invoice', `${invoice.number}/${until}`))
  const answer = await api.ask(`${api.url}${path}/${invoice.number}.pdf?token=${token}`)
  assert.equal(answer.status, 403)
})

test('invoices API: a personal space has invoices of its own', async () => {
  const person = await somebody(api)
  assert.deepEqual(await getJson('/v2/self/payments/billings', person), [])
  const path = `/v4/billing/organisations/${person.id}/invoices`
  assert.deepEqual(await getJson(path, person), [])
})
