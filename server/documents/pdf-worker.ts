import { parentPort, workerData } from 'node:worker_threads'
import { createPdfRenderer } from './pdf/render-pdf.ts'
import type { PdfJob } from './pdf-threads.ts'

// Node warns on every use that type stripping is experimental; this program itself runs by it.
process.removeAllListeners('warning')

/** Worker thread: renders one PDF. */
const { options, request } = workerData as PdfJob
parentPort?.postMessage(await createPdfRenderer(options)(request))
