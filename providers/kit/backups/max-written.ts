import { OutputTooLargeError } from '#providers/kit/process/run-program.ts'
import { BackupSkippedError } from './backup-skipped-error.ts'

const megabyte = 1024 * 1024

/**
 * What a back-up of so many bytes may take: text is longer than what it was made of, binary values are twice as long. A
 * customer can compress columns a thousand times, which a back-up does not, so that the bound has to be its own.
 */
export const maxWritten = (bytes: number): number => 3 * bytes + 64 * megabyte

/** What all back-ups of a plan may take together: two of the largest possible, which is many of the usual ones. */
export const maxKept = (bytes: number): number => 2 * maxWritten(bytes)

/** Tells a back-up that was too large from one that failed. */
export function explainTooLarge(problem: unknown): never {
  if (!(problem instanceof OutputTooLargeError)) throw problem
  throw new BackupSkippedError(
    `what it holds does not fit into ${problem.maxBytes} bytes when it is written out`,
  )
}
