import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const timeout = 60_000

/** The command-line tool as a package of npm, made from the checkout at the first request and kept. */
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

/** In a thread of its own: removing the types of some hundred files takes a second. */
async function makePackage(root: string): Promise<Buffer> {
  const worker = new Worker(new URL('./package-worker.ts', import.meta.url), { workerData: root })
  try {
    const [bytes] = await once(worker, 'message', { signal: AbortSignal.timeout(timeout) })
    return Buffer.from(bytes)
  } finally {
    await worker.terminate()
  }
}
