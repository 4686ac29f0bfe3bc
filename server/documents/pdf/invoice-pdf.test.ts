import assert from 'node:assert/strict'
import test from 'node:test'
import { createInvoiceDocuments } from '#documents/invoice-documents.ts'
import { amountOf, sumOf, textOf } from '#platform/model/billing/amount.ts'
import type { Invoice, InvoiceLine } from '#platform/model/billing/invoices/invoice.ts'
import { amountBehind, netsIn, secondsIn } from '#tests/support/invoices/pdf-numbers.ts'
import { randomInvoice } from '#tests/support/invoices/random-invoice.ts'
import { elementTexts, readPdf } from '#tests/support/invoices/read-pdf.ts'
import { sampleBuyer, sampleInvoice, sampleLine } from '#tests/support/invoices/sample-invoices.ts'

const documents = createInvoiceDocuments({ fontFolder: '/nonexistent' })
const seeds = Array.from({ length: 16 }, (_, index) => index + 1)

/** Random invoices, each rendered and read once for all tests. */
const random = seeds.map(async (seed) => {
  const invoice = randomInvoice(seed)
  return { seed, invoice, pdf: await readPdf(await documents.pdf(invoice)) }
})

const sorted = (values: readonly string[]) => [...values].sort()
const sections: InvoiceLine['kind'][][] = [
  ['runtime', 'build'],
  ['addon', 'consumption'],
  ['credit'],
]

test('invoice PDF: its text agrees with the record for random invoices', async () => {
  for (const { seed, invoice, pdf } of await Promise.all(random)) {
    const { pages, fonts } = pdf
    const text = pages.join('\n')
    const message = `seed ${seed}`
    assert.deepEqual(sorted(netsIn(text)), sorted(invoice.lines.map(({ net }) => net)), message)
    const inSeconds = invoice.lines.filter(({ unit }) => unit === 'second')
    assert.deepEqual(
      sorted(secondsIn(text)),
      sorted(inSeconds.map(({ quantity }) => quantity)),
      message,
    )
    checkTotals(text, invoice, message)
    for (const words of [
      invoice.number,
      ...invoice.notes,
      'Harbour Hosting SAS',
      '30 November 2026',
    ])
      assert.ok(text.includes(words), `${message}: ${words}`)
    for (const [index, page] of pages.entries())
      assert.match(page, new RegExp(` ${index + 1} ?/ ?${pages.length}$`, 'm'), message)
    assert.ok(fonts, 'all fonts are embedded')
  }
})

function checkTotals(
  text: string,
  { totals, taxes, discount, kind, lines }: Invoice,
  message: string,
) {
  const due = kind === 'invoice' ? /Amount due/ : /Amount credited/
  assert.equal(amountBehind(text, due), totals.due, message)
  assert.equal(amountBehind(text, /Net total/), totals.net, message)
  assert.equal(amountBehind(text, /(?:VAT|Outside)/), taxes[0]?.amount, message)
  if (discount) assert.equal(amountBehind(text, /Discount/), `-${discount.amount}`, message)
  if (Number(totals.credits) > 0)
    assert.equal(amountBehind(text, /Prepaid/), `-${totals.credits}`, message)
  const count =
    lines.length === 1 ? /Total of 1 line/ : new RegExp(`Total of ${lines.length} lines`)
  const sum = textOf(sumOf(lines.map(({ net }) => amountOf(net))))
  assert.equal(Number(amountBehind(text, count)), Number(sum), message)
}

test('invoice PDF: the attached XML agrees with the record for random invoices', async () => {
  for (const { seed, invoice, pdf } of await Promise.all(random)) {
    const { lines, totals, taxes, discount } = invoice
    const { xml } = pdf
    const values = (name: string) => elementTexts(xml, `ram:${name}`)
    const message = `seed ${seed}`
    assert.deepEqual(
      values('LineTotalAmount').slice(0, -1),
      lines.map(({ net }) => net),
      message,
    )
    const items = lines.map(({ description, resourceName }) => description || resourceName)
    assert.deepEqual(values('Name').slice(0, items.length), items, message)
    for (const [index, line] of lines.entries()) {
      const basis = line.unit === 'second' ? '3600' : '1'
      const price = amountOf(values('ChargeAmount')[index] ?? '').div(basis)
      const net = amountOf(values('BilledQuantity')[index] ?? '').times(price)
      const exact = amountOf(line.quantity).times(line.unitPrice)
      assert.ok(net.minus(exact).abs().lt('0.000000001'), `${message}: line ${index + 1}`)
    }
    assert.deepEqual(values('TaxBasisTotalAmount'), [totals.net], message)
    assert.deepEqual(values('TaxTotalAmount'), [totals.tax], message)
    assert.deepEqual(values('GrandTotalAmount'), [totals.gross], message)
    assert.deepEqual(values('DuePayableAmount'), [totals.due], message)
    assert.deepEqual(values('AllowanceTotalAmount'), discount ? [discount.amount] : [], message)
    assert.deepEqual(values('BasisAmount').at(0), taxes[0]?.base, message)
  }
})

test('invoice PDF: 400 lines break well: each page has the head, none ends with a heading, the total has company', async () => {
  const lines = Array.from({ length: 400 }, (_, index) => {
    const resource = Math.floor(index / 7)
    return sampleLine({
      kind: index > 250 ? 'addon' : 'runtime',
      resourceId: `r_${resource}`,
      resourceName: `service-${resource}`,
      quantity: `${3600 * (index + 1)}`,
    })
  })
  const invoice = sampleInvoice({ lines })
  const { pages } = await readPdf(await documents.pdf(invoice))
  assert.ok(pages.length > 8)
  assert.equal(netsIn(pages.join('\n')).length, 400)
  for (const page of pages) {
    assert.match(page, /^ *Description +Used +Quantity +Unit price +Net$/m)
    const content = page.split('\n').filter((line) => line.trim() !== '')
    const last = content.findLast((line) => !/Harbour|Late payment/.test(line)) ?? ''
    assert.doesNotMatch(last, /^ *(service-\d+|Applications|Add-ons)/)
  }
  const [lastPage = ''] = pages.slice(-1)
  assert.match(lastPage, /Total of 400 lines/)
  assert.ok(netsIn(lastPage).length >= 1, 'a row is on the page of the total')
  assert.match(pages.join('\n'), /service-\d+ *continued/)
})

test('invoice PDF: names in Latin, Greek, Cyrillic, Hebrew, Arabic and emoji can be read back, in fonts that are embedded', async () => {
  const names = ['Café façade', 'Łódź żółć', 'Ελλάδα', 'Москва', 'שלום עולם', 'مرحبا', 'rocket 🚀']
  const lines = names.map((resourceName, index) =>
    sampleLine({ resourceId: `a${index}`, resourceName }),
  )
  const { pages, fonts, xml } = await readPdf(await documents.pdf(sampleInvoice({ lines })))
  // Extractors add marks of direction.
  const text = pages
    .join('\n')
    .replace(/[\u200e\u200f\u202a-\u202e]/gu, '')
    .normalize('NFKC')
  for (const name of names) {
    assert.ok(text.includes(name), name)
    assert.ok(xml.includes(name), name)
  }
  for (const font of ['Inter-Regular', 'NotoSansHebrew', 'NotoSansArabic', 'NotoEmoji'])
    assert.ok(
      fonts?.some((name) => name.startsWith(font)),
      font,
    )
})

test('invoice PDF: characters without a font become boxes with their numbers, and can be copied', async () => {
  const buyer = { ...sampleBuyer, company: '北京例子', name: '한국' }
  const { pages, fonts } = await readPdf(await documents.pdf(sampleInvoice({ buyer })))
  const text = pages.join('\n')
  for (const name of ['北京例子', '한국']) assert.ok(text.includes(name), name)
  assert.ok(fonts)
})

test('invoice PDF: controls and overrides of direction in a name are named, not obeyed', async () => {
  const lines = [sampleLine({ resourceName: 'bill\u202efdp.exe\u0007\n2' })]
  const { pages, xml } = await readPdf(await documents.pdf(sampleInvoice({ lines })))
  assert.match(pages.join('\n'), /bill\[U\+202E\]fdp\.exe\[U\+0007\] 2/)
  assert.ok(!xml.includes('\u0007'))
})

test('invoice PDF: a usual one is small, and the same record makes the same bytes', async () => {
  const pdf = await documents.pdf(sampleInvoice())
  assert.ok(pdf.length <= 60_000, `${pdf.length} bytes`)
  assert.deepEqual(await documents.pdf(sampleInvoice()), pdf)
})

test('invoice PDF: absurdly long texts end in an ellipsis instead of filling pages', async () => {
  const long = 'x'.repeat(20_000)
  const buyer = {
    ...sampleBuyer,
    company: long,
    name: `${long} ${long}`,
    address: `${long}\n`.repeat(3),
  }
  const lines = [sampleLine({ resourceName: long, description: `${long}: ${long}` })]
  const { pages } = await readPdf(
    await documents.pdf(sampleInvoice({ buyer, lines, notes: [long] })),
  )
  assert.ok(pages.length <= 2)
  assert.match(pages.join('\n'), /xxx…/)
})

test('invoice PDF: sections come in the order applications, add-ons, credits', async () => {
  const lines = sections.flat().map((kind, index) => sampleLine({ kind, resourceId: `r${index}` }))
  const { pages } = await readPdf(await documents.pdf(sampleInvoice({ lines: lines.toReversed() })))
  const text = pages.join('\n').slice(pages.join('\n').indexOf('Details'))
  const places = ['Applications', 'Add-ons', 'Free credits'].map((title) => text.indexOf(title))
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  )
  assert.ok(places.every((place) => place > 0))
})
