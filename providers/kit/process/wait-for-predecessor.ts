import { setTimeout as sleep } from 'node:timers/promises'
import { identifyProcess } from '#kit/process/process-identity.ts'
import { findServer, writeIdentity } from './server-process.ts'

const timeout = 20_000

/**
 * Waits until the previous process of this folder has exited, which may still be ending after a killed platform: of
 * two, one would restart what the other has stopped.
 */
export async function waitForPredecessor(folder: string): Promise<void> {
  const end = performance.now() + timeout
  while ((await findServer(folder)) !== undefined) {
    if (performance.now() > end) throw new Error('the provider before this one does not end')
    await sleep(25)
  }
  const identity = identifyProcess(process.pid)
  if (identity) await writeIdentity(folder, identity)
}
