import { createWorker } from '#kit/concurrency/worker.ts'

/** Runs now and `every` milliseconds after each end, until closed, which waits for the last run. */
export function repeat(
  work: () => Promise<void>,
  { every, onProblem }: { every: number; onProblem: (problem: unknown) => void },
): () => Promise<void> {
  const worker = createWorker({
    async run() {
      await work().catch(onProblem)
      return every
    },
    onError: onProblem,
  })
  worker.begin()
  return worker.close
}
