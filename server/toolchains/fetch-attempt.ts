import { backoff } from '#kit/concurrency/backoff.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { Failure } from '#platform/deployments/failure.ts'

export interface AttemptOptions {
  /** Timeout of one attempt, in milliseconds. */
  timeout?: number
  /** Delay before the second attempt, in milliseconds; doubles from there. */
  firstWait?: number
}

/** It is not offered; not retried. */
export class NotOfferedError extends Error {}

const retries = 3

/** Retries up to three times, then throws a `Failure` that names what could not be fetched. */
export async function attempt(
  { timeout = 300_000, firstWait = 500 }: AttemptOptions,
  thing: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await work(AbortSignal.timeout(timeout))
    } catch (error) {
      if (tries === retries || error instanceof NotOfferedError) {
        throw new Failure('build', `${thing} could not be fetched: ${reasonOf(error)}.`)
      }
      await sleep(backoff(tries, { first: firstWait }))
    }
  }
}

/** Uses the code and not the message of a network error, which would show the operator's addresses to the owner. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'the registry took too long'
  const cause: unknown = error.cause
  if (!(error instanceof TypeError)) return error.message
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
  return `the registry could not be reached${code}`
}
