/** Does this until it ends or Ctrl-C is typed, which aborts its signal; `undefined` after Ctrl-C. */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const interrupted = new AbortController()
  const onInterrupt = () => interrupted.abort(new Error('interrupted'))
  process.once('SIGINT', onInterrupt)
  try {
    return await work(interrupted.signal)
  } catch (error) {
    if (interrupted.signal.aborted) return undefined
    throw error
  } finally {
    process.removeListener('SIGINT', onInterrupt)
  }
}
