/** What a close ends: the server alone, or the router and the instances with it. */
export type Extent = 'server' | 'everything'

/** Everything that is open, closed in reverse order. */
export interface Lifetime {
  /** How it ends; until somebody says so, an end means that the start has failed. */
  readonly ending: Extent | 'failed start'
  /** Closes a part at the end. */
  opened<T extends { close(): unknown }>(part: T): T
  /** Closes a part after all others: they still write to it while they close. */
  ground<T extends { close(): unknown }>(part: T): T
  /** Runs this at the end. */
  defer(act: () => unknown): void
  close(ending: Extent | 'failed start'): Promise<void>
}

export function createLifetime(): Lifetime {
  const ground = new AsyncDisposableStack()
  const parts = new AsyncDisposableStack()
  let ending: Lifetime['ending'] = 'failed start'
  const closing =
    (stack: AsyncDisposableStack) =>
    <T extends { close(): unknown }>(part: T): T => {
      stack.defer(async () => void (await part.close()))
      return part
    }
  return {
    get ending() {
      return ending
    },
    opened: closing(parts),
    ground: closing(ground),
    defer: (act) => parts.defer(async () => void (await act())),
    async close(how) {
      ending = how
      try {
        await parts.disposeAsync()
      } finally {
        await ground.disposeAsync()
      }
    },
  }
}
