import assert from 'node:assert/strict'
import type { ExpectedInvoice } from '#tests/support/billing/independent-invoice.ts'
import { amountBehind, netsIn, plain } from './pdf-numbers.ts'
import { elementTexts, readPdf } from './read-pdf.ts'

/** What one form of an invoice says; lines sorted. */
export interface FormNumbers {
  lines: readonly string[]
  net: string
  tax: string
  due: string
}

const sorted = (amounts: readonly string[]) => amounts.toSorted()

export const expectedNumbers = (invoice: ExpectedInvoice): FormNumbers => ({
  lines: sorted(Object.values(invoice.lines)),
  net: invoice.net,
  tax: invoice.tax,
  due: invoice.due,
})

export function htmlNumbers(page: string): FormNumbers {
  const cell = '<td>[^<]*</td>'
  const rows = page.matchAll(new RegExp(`${cell}${cell}${cell}<td>([^<]*)</td>`, 'g'))
  const behind = (label: string) =>
    plain(new RegExp(`<th scope="row">${label}[^<]*</th><td>([^<]*)<`).exec(page)?.[1] ?? '')
  return {
    lines: sorted(Array.from(rows, ([, net = '']) => plain(net))),
    net: behind('Net total'),
    tax: behind('VAT'),
    due: behind('Amount (?:due|credited)'),
  }
}

/** What the page shows, and what the XML inside says. */
export async function pdfNumbers(
  bytes: Uint8Array,
): Promise<{ page: FormNumbers; xml: FormNumbers; text: string }> {
  const { pages, xml } = await readPdf(bytes)
  const text = pages.join('\n')
  const values = (name: string) => elementTexts(xml, `ram:${name}`)
  const only = (name: string) => {
    const [value = '', ...more] = values(name)
    assert.deepEqual(more, [], name)
    return value
  }
  return {
    text,
    page: {
      lines: sorted(netsIn(text)),
      net: amountBehind(text, /Net total/) ?? '',
      tax: amountBehind(text, /VAT/) ?? '',
      due: amountBehind(text, /Amount (?:due|credited)/) ?? '',
    },
    xml: {
      lines: sorted(values('LineTotalAmount').slice(0, -1)),
      net: only('TaxBasisTotalAmount'),
      tax: only('TaxTotalAmount'),
      due: only('DuePayableAmount'),
    },
  }
}

/** Rows of a CSV without quoted line ends, by the names of its columns. */
export function csvRows(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','))
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}
