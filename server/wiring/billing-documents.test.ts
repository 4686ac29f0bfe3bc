import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { testInvoice } from '#tests/support/billing/test-invoice.ts'
import { openBillingDocuments } from './billing-documents.ts'
import { explainStart } from './explain-start-error.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test("invoices: the operator's logo is read at the start, and one that cannot be used ends it", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-logo-'))
  try {
    const [good, bad] = [join(folder, 'logo.png'), join(folder, 'logo.svg')]
    await writeFile(good, Buffer.from(pixel, 'base64'))
    await writeFile(bad, '<svg/>')
    const documents = await openBillingDocuments({ billingLogo: good, billingFonts: '' })
    const invoice = { ...testInvoice('orga_1'), number: 'F20261101-000001' } as const
    assert.match(await documents.html(invoice), /data:image\/png/)
    for (const billingLogo of [bad, join(folder, 'none.png')]) {
      const opening = openBillingDocuments({ billingLogo, billingFonts: '' })
      const error = await opening.catch((reason: unknown) => reason)
      assert.match(explainStart(error)?.[0] ?? '', /^BERTH_BILLING_LOGO=/)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
