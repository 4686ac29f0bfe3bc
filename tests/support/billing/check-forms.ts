import assert from 'node:assert/strict'
import {
  csvRows,
  expectedNumbers,
  type FormNumbers,
  htmlNumbers,
  pdfNumbers,
} from '#tests/support/invoices/invoice-forms.ts'
import { bearerOf } from '#tests/support/people/people.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import type { ExpectedInvoice } from './independent-invoice.ts'
import type { Customer } from './quarter.ts'
import type { Wire } from './wire.ts'

/** Compares JSON, page, PDF, the XML inside and CSV with what they have to say. */
export async function checkForms(
  api: TestApi,
  customer: Customer,
  number: string,
  wanted: ExpectedInvoice,
): Promise<void> {
  const { id, call } = customer
  const base = `/v4/billing/organisations/${id}/invoices/${number}`
  const record = await call('GET', base)
  const { lines, ...totals } = wanted
  assert.deepEqual(jsonLines(record), linesByPrice(lines), number)
  const amount = (money: Wire) => money.amount_formatted
  assert.deepEqual(
    {
      discount: amount(record.discount_amount),
      net: amount(record.total_tax_excluded),
      tax: amount(record.total_tax),
      gross: amount(record.total),
      credits: amount(record.upfront_credit_amount),
      due: amount(record.total_due),
    },
    totals,
    number,
  )
  const same = (form: FormNumbers, name: string) =>
    assert.deepEqual(form, expectedNumbers(wanted), `${number} as ${name}`)
  const { page, pdf } = await readForms(api, customer, number)
  same(page, 'page')
  same(pdf.page, 'PDF')
  same(pdf.xml, 'XML')
  assert.ok(pdf.text.includes(number))
  const isReversed = record.taxes[0].category === 'AE'
  assert.equal(/reverse charge/i.test(pdf.text), isReversed)
  const rows = csvRows(await textOf(api, customer, `${number}.csv`))
  assert.deepEqual(rows.map(({ net }) => net).toSorted(), expectedNumbers(wanted).lines)
}

/** Nets with what they are for, as far as JSON and the independent calculation both name it. */
function jsonLines({ uptimes, countables, vendor_consumption, classic }: Wire): string[] {
  const nets = [
    ...uptimes.flatMap(({ app_id, details }: Wire) =>
      details.map((line: Wire) => [line.kind, app_id, line.flavor, line.price]),
    ),
    ...countables.map((line: Wire) => ['addon', line.item_id, line.plan, line.price]),
    ...vendor_consumption.map((line: Wire) => ['consumption', line.item_id, '', line.price]),
    ...classic.map((line: Wire) => ['free', '', '', line.price]),
  ]
  return nets
    .map(([kind, id, size, price]) => `${kind} ${id} ${size} ${price.amount_formatted}`)
    .toSorted()
}

const linesByPrice = (lines: Record<string, string>): string[] =>
  Object.entries(lines)
    .map(([name, net]) => {
      const [kind, id = '', size = ''] = name.split(' ')
      return `${kind} ${id} ${kind === 'consumption' ? '' : size} ${net}`
    })
    .toSorted()

/** Downloads a file in the ways that people and programs have; all give the same bytes. */
export async function downloadPdf(
  api: TestApi,
  { id, admin }: Customer,
  number: string,
): Promise<Uint8Array> {
  const short = `/v4/billing/organisations/${id}/${number}.pdf`
  const long = `/v4/billing/organisations/${id}/invoices/${number}.pdf`
  const { authorization } = await bearerOf(api, admin.id)
  const link = (header: string) =>
    `${long}?authorization=${Buffer.from(header).toString('base64url')}`
  const ways: [string, Record<string, string>][] = [
    [api.url + long, { authorization: admin.authorization }],
    [api.url + short, { authorization: admin.authorization }],
    [api.bridge + long, { authorization }],
    [api.bridge + short, { authorization }],
    [api.url + link(admin.authorization), {}],
    [api.bridge + link(authorization), {}],
    [
      `${api.url}/v2/organisations/${id}/payments/billings/${number}.pdf`,
      { authorization: admin.authorization },
    ],
  ]
  const files: Buffer[] = []
  for (const [url, headers] of ways) {
    const answer = await fetch(url, { headers })
    assert.equal(answer.status, 200, url)
    assert.equal(answer.headers.get('content-type'), 'application/pdf', url)
    files.push(Buffer.from(await answer.arrayBuffer()))
  }
  const [first = assert.fail(), ...others] = files
  for (const [index, file] of others.entries()) assert.ok(file.equals(first), ways[index + 1]?.[0])
  return first
}

async function textOf(api: TestApi, { id, admin }: Customer, file: string): Promise<string> {
  const headers = { authorization: admin.authorization }
  const url = `${api.url}/v4/billing/organisations/${id}/invoices/${file}`
  return (await fetch(url, { headers })).text()
}

/** What the page and the PDF of an invoice or credit note say. */
export const readForms = async (api: TestApi, customer: Customer, number: string) => ({
  page: htmlNumbers(await textOf(api, customer, `${number}.html`)),
  pdf: await pdfNumbers(await downloadPdf(api, customer, number)),
})
