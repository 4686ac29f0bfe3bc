import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sampleInvoice, sampleLine } from '#tests/support/invoices/sample-invoices.ts'
import { createPdfRenderer } from './pdf/render-pdf.ts'
import { createPdfThreads } from './pdf-threads.ts'

const invoiceOf = (count: number, ownerId: `orga_${string}` = 'orga_1') => {
  const lines = Array.from({ length: count }, (_, index) =>
    sampleLine({ resourceId: `app_${index}`, resourceName: `application ${index}` }),
  )
  return { ...sampleInvoice({ lines }), ownerId }
}

test('PDF threads: a long invoice does not block this thread, and is the same as rendered here', async () => {
  const invoice = invoiceOf(200)
  const render = createPdfThreads({})
  const rendering = render({ invoice })
  let isDone = false
  void rendering.finally(() => {
    isDone = true
  })
  let turns = 0
  while (!isDone) {
    await setImmediate()
    turns += 1
  }
  assert.ok(turns > 100, `the loop turned ${turns} times meanwhile`)
  const here = await createPdfRenderer({})({ invoice })
  assert.ok(Buffer.from(await rendering).equals(here))
})

test('PDF threads: one customer cannot queue more than two long documents', async () => {
  const render = createPdfThreads({})
  const wanted = [1, 2, 3].map(() => render({ invoice: invoiceOf(101) }))
  const another = render({ invoice: invoiceOf(101, 'orga_2') })
  const [first, second, third] = await Promise.allSettled(wanted)
  assert.deepEqual(
    [first?.status, second?.status, third?.status],
    ['fulfilled', 'fulfilled', 'rejected'],
  )
  await assert.rejects(wanted[2] ?? assert.fail(), { kind: 'unavailable' })
  assert.equal(Buffer.from(await another).toString('latin1', 0, 5), '%PDF-')
  const short = await render({ invoice: invoiceOf(3) })
  assert.equal(Buffer.from(short).toString('latin1', 0, 5), '%PDF-')
})
