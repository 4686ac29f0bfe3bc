import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const timeout = 60_000

/** The command-line tool as an npm package, made from the checkout at the first request and cached. */
export function createCliPackage(root: string): () => Promise<Buffer> {
  let made: Promise<Buffer> | undefined
  return () => {
    made ??= makePackage(root).catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** In a worker thread, because stripping the types of some hundred files takes a second. */
async function makePackage(root: string): Promise<Buffer> {
  const worker = new Worker(new URL('./package-worker.ts', import.meta.url), { workerData: root })
  try {
    const [bytes] = await once(worker, 'message', { signal: AbortSignal.timeout(timeout) })
    return Buffer.from(bytes)
  } finally {
    await worker.terminate()
  }
}
