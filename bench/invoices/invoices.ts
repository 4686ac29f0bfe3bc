import { join } from 'node:path'
import type { Bench } from '#bench/support/figure.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { InvoiceLoad } from './invoice-load.ts'

const count = 10_000
/** 50 documents per second and core. */
const maxTime = 20

/** CPU time of an invoice's PDF beside an empty page of the same library, and memory over a run of many. */
export default {
  name: 'invoices',
  async run() {
    const program = join(import.meta.dirname, 'invoice-load.ts')
    const output = await runOrThrow([process.execPath, '--expose-gc', program, `${count}`], {
      timeout: 600_000,
    })
    const { emptyPage, invoice, earlyMemory, lateMemory }: InvoiceLoad = JSON.parse(output)
    return [
      {
        name: 'invoice as PDF, CPU',
        value: invoice,
        unit: 'ms',
        reference: 'empty page of pdfkit',
        referenceValue: emptyPage,
        ratio: invoice / emptyPage,
        budget: 6,
      },
      { name: 'invoice as PDF, CPU, 50 per second', value: invoice, unit: 'ms', budget: maxTime },
      {
        name: `memory after ${count} invoices`,
        value: lateMemory,
        unit: 'MB',
        reference: `after ${count / 5}`,
        referenceValue: earlyMemory,
        ratio: lateMemory / earlyMemory,
        budget: 1.15,
      },
    ]
  },
} satisfies Bench
