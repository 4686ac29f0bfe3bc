import { OutputTooLargeError } from '#providers/kit/process/run-program.ts'
import { BackupSkippedError } from './backup-skipped-error.ts'

const megabyte = 1024 * 1024

/**
 * Size limit of a back-up for so many bytes of data: text is longer than its source, binary values are twice as long.
 * Compressed columns can expand a thousandfold, so a back-up needs a limit of its own.
 */
export const maxWritten = (bytes: number): number => 3 * bytes + 64 * megabyte

/** Total size limit of a plan's back-ups: two of the largest possible, which is many of usual size. */
export const maxKept = (bytes: number): number => 2 * maxWritten(bytes)

/** Distinguishes a back-up that was too large from one that failed. */
export function explainTooLarge(problem: unknown): never {
  if (!(problem instanceof OutputTooLargeError)) throw problem
  throw new BackupSkippedError(
    `what it holds does not fit into ${problem.maxBytes} bytes when it is written out`,
  )
}
