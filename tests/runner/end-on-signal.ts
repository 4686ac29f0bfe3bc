/**
 * Ends a run at the first signal, by what it has to end, and exits as a shell would. A second signal ends this process at once; the next run removes
 * what is left then.
 */
export function endOnSignal(end: () => PromiseLike<void>): void {
  let isEnding = false
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, async () => {
      if (isEnding) process.exit(code)
      isEnding = true
      console.error('\nEnding what was started for this run…')
      try {
        await end()
      } finally {
        process.exit(code)
      }
    })
  }
}
