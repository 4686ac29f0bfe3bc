import { backoff } from '#kit/concurrency/backoff.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { isDiskFull } from '#kit/files/disk-full.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { publicMessage } from '#platform/model/hosting/deployments/public-message.ts'

export interface AttemptOptions {
  /** Timeout of one attempt, in milliseconds. */
  timeout?: number
  /** Delay before the second attempt, in milliseconds; doubles from there. */
  firstWait?: number
  /** Attempts after the first; 3 unless given. */
  retries?: number
  /** Last sentence of a failure: what the operator can do. */
  remedy?: string
}

/** It is not offered; not retried. */
export class NotOfferedError extends Error {}

/** Retries, then throws a `Failure` that names what could not be fetched; a full disk is thrown as it is. */
export async function attempt(
  { timeout = 300_000, firstWait = 500, retries = 3, remedy }: AttemptOptions,
  thing: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await work(AbortSignal.timeout(timeout))
    } catch (error) {
      if (isDiskFull(error)) throw error
      if (tries === retries || error instanceof NotOfferedError) {
        const sentence = `${thing} could not be fetched: ${fetchProblem(error)}.`
        throw new Failure('build', sentence, remedy ? [remedy] : [])
      }
      await sleep(backoff(tries, { first: firstWait }))
    }
  }
}

/**
 * Why a registry gave nothing. Uses the code and not the message of a network error, which would show the operator's addresses
 * to the owner.
 */
export function fetchProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (error.name === 'TimeoutError') return 'the registry took too long'
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'it took too long'
  if (!(error instanceof TypeError)) return publicMessage(error)
  // `fetch` gives a cause; without one the answer has arrived and is not what is read.
  if (!cause) return `the answer of the registry cannot be used (${publicMessage(error)})`
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
  return `the registry could not be reached${code}`
}
