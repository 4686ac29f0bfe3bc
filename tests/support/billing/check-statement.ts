import assert from 'node:assert/strict'
import { csvRows } from '#tests/support/invoices/invoice-forms.ts'
import { amountBehind } from '#tests/support/invoices/pdf-numbers.ts'
import { readPdfText } from '#tests/support/invoices/read-pdf.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import type { Customer } from './quarter.ts'
import { cents, centText, minus, nothing, part, plus, rational, times } from './rational.ts'
import type { Wire } from './wire.ts'

export interface ExpectedStatement {
  /** Net amounts of the lines, sorted. */
  lines: readonly string[]
  sold: string
  share: string
  due: string
}

/** What a provider gets for these lines when the platform keeps a percentage. */
export function expectStatement(lines: readonly string[], percent: string): ExpectedStatement {
  const sold = lines.reduce((total, net) => plus(total, rational(net)), nothing)
  const share = cents(times(sold, times(rational(percent), part(1, 100))))
  return {
    lines,
    sold: centText(sold),
    share: centText(share),
    due: centText(minus(sold, share)),
  }
}

/** Compares JSON, CSV and PDF of a statement, such as `pigeon/statements/2026-10`, with what it has to say. */
export async function checkStatement(
  api: TestApi,
  { id, call, admin }: Customer,
  name: string,
  wanted: ExpectedStatement,
): Promise<void> {
  const path = `/v4/billing/organisations/${id}/providers/${name}`
  const get = (suffix: string) =>
    fetch(`${api.url}${path}${suffix}`, { headers: { authorization: admin.authorization } })
  const { lines, totals } = await call('GET', path)
  const [{ sold, platform_share, due }] = totals
  const told = {
    lines: lines.map(({ price }: Wire) => price.amount_formatted).toSorted(),
    sold: sold.amount_formatted,
    share: platform_share.amount_formatted,
    due: due.amount_formatted,
  }
  assert.deepEqual(told, wanted, name)
  const rows = csvRows(await (await get('.csv')).text())
  assert.deepEqual(rows.map(({ net }) => net).toSorted(), wanted.lines, name)
  const text = await readPdfText(new Uint8Array(await (await get('.pdf')).arrayBuffer()))
  const printed = {
    sold: amountBehind(text, /Invoiced to customers, without tax/),
    share: amountBehind(text, /The platform's share/),
    due: amountBehind(text, /Due to you/),
  }
  assert.deepEqual({ lines: wanted.lines, ...printed }, wanted, name)
}
