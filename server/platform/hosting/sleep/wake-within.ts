import { TimeoutError, withTimeout } from '#kit/concurrency/timeout.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Wakes an application; one that takes longer goes on starting. */
export async function wakeWithin(
  { waker }: Pick<Platform, 'waker'>,
  id: ApplicationId,
  timeout: number,
): Promise<void> {
  try {
    const result = await withTimeout(waker.wake(id), timeout, 'the start of the application')
    if (result === 'awake') return
  } catch (error) {
    if (error instanceof TimeoutError) return
    throw error
  }
  throw new Refusal(
    'conflict',
    'The application could not be started, and sleeps on. Its log says why; `berth restart` deploys it again.',
  )
}
