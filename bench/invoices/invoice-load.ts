import PDFDocument from 'pdfkit'
import { createInvoiceDocuments } from '#documents/invoice-documents.ts'
import { randomInvoice } from '#tests/support/invoices/random-invoice.ts'

/** What `bench/invoices/invoices.ts` gets from this process as a line of JSON. */
export interface InvoiceLoad {
  /** CPU time of a document, in milliseconds, each the median of many rounds. */
  emptyPage: number
  invoice: number
  /** Resident memory after a fifth of the run and at its end, in megabytes. */
  earlyMemory: number
  lateMemory: number
}

const [count = 10_000] = process.argv.slice(2).map(Number)
const perRound = 50
const documents = createInvoiceDocuments()

async function emptyPage(): Promise<void> {
  const document = new PDFDocument({ size: 'A4' })
  const { promise, resolve } = Promise.withResolvers<void>()
  document.on('data', () => {})
  document.on('end', resolve)
  document.end()
  await promise
}

/** CPU time of each of a round's calls, in milliseconds. */
async function timed<T>(
  inputs: readonly T[],
  act: (input: T) => Promise<unknown>,
): Promise<number> {
  const before = process.cpuUsage()
  for (const input of inputs) await act(input)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / perRound
}

const memory = () => {
  globalThis.gc?.()
  return process.memoryUsage().rss / 1_000_000
}

const middle = (values: number[]) =>
  values.sort((one, other) => one - other)[values.length >> 1] ?? 0

const recordsFrom = (from: number) =>
  Array.from({ length: perRound }, (_, index) => randomInvoice(from + index, 8))

const emptyPages: number[] = []
const invoices: number[] = []
for (let from = 0; from < count / 4; from += perRound) {
  // By turns, so that whatever else the machine does slows both down.
  const records = recordsFrom(from)
  emptyPages.push(await timed(records, emptyPage))
  invoices.push(await timed(records, documents.pdf))
}
let earlyMemory = 0
for (let from = 0; from < count; from += perRound) {
  for (const record of recordsFrom(from)) await documents.pdf(record)
  if (from + perRound >= count / 5) earlyMemory ||= memory()
}
const load: InvoiceLoad = {
  emptyPage: middle(emptyPages),
  invoice: middle(invoices),
  earlyMemory,
  lateMemory: memory(),
}
console.log(JSON.stringify(load))
