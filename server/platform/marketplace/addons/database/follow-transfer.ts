import { sleep } from '#kit/concurrency/timeout.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { isUnderWay, type Transfer } from '#protocol/databases/transfers.ts'

const lookEvery = 2_000
/** Providers run an import or export for an hour, and know its outcome for another. */
const followedFor = 90 * 60_000

/** Who waits for the end of a transfer, by its id. */
const waiting = new Map<string, AbortController>()

/** A customer has seen the end of a transfer: once its file is fetched, the provider may know it no longer. */
export function noteEnd({ id, state }: Transfer): void {
  if (!isUnderWay(state)) waiting.get(id)?.abort(state)
}

/** Polls an import or export until its end. */
export async function followTransfer(
  { monotonic }: Pick<Platform, 'monotonic'>,
  id: string,
  find: () => Promise<Transfer>,
): Promise<'done' | 'failed'> {
  const start = monotonic()
  const over = new AbortController()
  waiting.set(id, over)
  try {
    for (;;) {
      const state = over.signal.aborted ? over.signal.reason : await stateOf(find)
      if (!isUnderWay(state)) return state === 'done' ? 'done' : 'failed'
      if (monotonic() - start > followedFor) return 'failed'
      await sleep(lookEvery, over.signal).catch(() => {})
    }
  } finally {
    waiting.delete(id)
  }
}

/** A transfer that its provider does not know any more was ended, by a suspension or a restart. */
async function stateOf(find: () => Promise<Transfer>): Promise<Transfer['state'] | undefined> {
  try {
    return (await find()).state
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.kind === 'missing' || error.kind === 'conflict' ? 'failed' : undefined
  }
}
