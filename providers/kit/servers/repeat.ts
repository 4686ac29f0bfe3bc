import { createWorker } from '#kit/concurrency/worker.ts'

/** Does something now, and again `every` milliseconds after its end, until it is closed; then the last time has ended. */
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
