import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import test from 'node:test'
import { createInvoiceDocuments } from '#documents/invoice-documents.ts'
import { randomInvoice } from '#tests/support/invoices/random-invoice.ts'
import { sampleBuyer, sampleInvoice, sampleLine } from '#tests/support/invoices/sample-invoices.ts'

const documents = createInvoiceDocuments()
const plain = (money: string) => money.replace('\u2212', '-').replace(/[€,]/g, '')

test('invoice page: it begins with its doctype and shows every line and total of the record', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { lines, totals, number } = randomInvoice(seed)
    const page = await documents.html(randomInvoice(seed))
    assert.ok(page.startsWith('<!DOCTYPE html>\n'))
    assert.ok(page.includes(number))
    const rows = Array.from(
      page.matchAll(/<td>[^<]*<\/td><td>[^<]*<\/td><td>[^<]*<\/td><td>([^<]*)<\/td>/g),
      ([, net]) => plain(net ?? ''),
    )
    assert.deepEqual(rows.toSorted(), lines.map(({ net }) => net).toSorted(), `seed ${seed}`)
    const [, due] = /<tr class="due">.*?<td>([^<]*)</.exec(page) ?? []
    assert.equal(plain(due ?? ''), totals.due, `seed ${seed}`)
  }
})

test('invoice page: a hostile name is text, in whatever field it stands', async () => {
  const evil = `"><script>alert(1)</script><img src=x onerror='1'>`
  const page = await documents.html(
    sampleInvoice({
      buyer: {
        ...sampleBuyer,
        name: evil,
        company: evil,
        address: evil,
        city: evil,
        vatNumber: evil,
      },
      lines: [sampleLine({ resourceName: evil, description: evil })],
      notes: [evil],
      tax: { category: 'E', percent: '0', reason: evil },
    }),
  )
  assert.doesNotMatch(page, /<script|<img|onerror='/)
  assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
})

test('invoice page: it loads nothing and its policy permits exactly its style', async () => {
  const page = await documents.html(sampleInvoice())
  assert.doesNotMatch(page, /https?:|\bsrc=|\bhref=|@import|url\(| style=|<script/)
  const [, css = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? []
  const hash = createHash('sha256').update(css).digest('base64')
  assert.doesNotMatch(css, /text-overflow/, 'an IBAN wraps: nobody could pay to a part of it')
  assert.match(documents.contentSecurityPolicy, /^default-src 'none'; /)
  assert.ok(documents.contentSecurityPolicy.includes(`'sha256-${hash}'`))
})
