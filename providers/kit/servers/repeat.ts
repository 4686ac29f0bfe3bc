/** Does something now, and again `every` milliseconds after its end, until it is closed; then the last time has ended. */
export function repeat(
  work: () => Promise<void>,
  { every, onProblem }: { every: number; onProblem: (problem: unknown) => void },
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let round: Promise<void> = Promise.resolve()
  const begin = () => {
    round = work()
      .catch(onProblem)
      .finally(() => {
        if (!isClosed) timer = setTimeout(begin, every).unref()
      })
  }
  timer = setTimeout(begin, 0).unref()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await round
  }
}
