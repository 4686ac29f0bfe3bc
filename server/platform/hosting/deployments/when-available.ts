import { backoff } from '#kit/concurrency/backoff.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { isStoreUnavailable } from '#platform/model/store-unavailable.ts'

/** Repeats the work, which must be idempotent, while the store is away; for work that cannot be begun anew. */
export async function whenAvailable<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isStoreUnavailable(error) || signal?.aborted) throw error
      await sleep(backoff(failures), signal)
    }
  }
}
