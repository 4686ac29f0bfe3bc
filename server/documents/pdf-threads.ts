import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import { loadOnce } from '#kit/concurrency/load-once.ts'
import { ownCompileCache } from '#kit/process/compile-cache.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { DocumentOptions, PdfRenderer, PdfRequest } from './pdf/render-pdf.ts'

/** What a worker thread is started with. */
export interface PdfJob {
  options: DocumentOptions
  request: PdfRequest
}

/** Up to this many lines are rendered in this thread: it is busy for less time than a worker takes to start. */
const fewLines = 100
/** Ten thousand lines take ten seconds, and several times that in many scripts. */
const timeout = 300_000
const maxMegabytes = 768
/** Of one customer or provider, running and queued. */
const maxOfOne = 2
const maxQueued = 20

const busy = () =>
  new Refusal('unavailable', 'Other large documents are being made. Try again in a minute.')

/**
 * Renders PDFs. What renders them is loaded with the first one: it takes 25 MB that most platforms never need. A long
 * document is rendered in a worker thread, one at a time, because it would keep this thread from everything else.
 */
export function createPdfThreads(options: DocumentOptions): PdfRenderer {
  const renderer = loadOnce(async () => {
    const { createPdfRenderer } = await import('./pdf/render-pdf.ts')
    return createPdfRenderer(options)
  })
  const slots = createKeyedSlots()
  const pass = limitConcurrency({ maxConcurrent: 1, maxQueued, full: busy })
  return async (request) => {
    const { lines, key } = sizeOf(request)
    if (lines > fewLines) {
      using slot = slots.take(key, maxOfOne)
      if (!slot) throw busy()
      return await pass(() => renderInWorker({ options, request }))
    }
    return (await renderer())(request)
  }
}

const sizeOf = (request: PdfRequest): { lines: number; key: string } =>
  'invoice' in request
    ? { lines: request.invoice.lines.length, key: request.invoice.ownerId }
    : { lines: request.statement.lines.length, key: request.statement.providerId }

/** Of the environment only the folder of compiled files, which more than halves the start of the thread. */
async function renderInWorker(job: PdfJob): Promise<Uint8Array> {
  const compileCache = ownCompileCache()
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: job,
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  })
  try {
    const [bytes] = await once(worker, 'message', { signal: AbortSignal.timeout(timeout) })
    return bytes
  } finally {
    await worker.terminate()
  }
}
