/** What a close stops: the server only, or the router and the instances with it. */
export type Extent = 'server' | 'everything'

/** Open parts, closed in reverse order. */
export interface Lifetime {
  /** Extent of the close; before a close is requested, an end means a failed start. */
  readonly ending: Extent | 'failed start'
  /** Registers a part to be closed, which is told how long requests under way may take. */
  opened<T extends { close(timeout?: number): unknown }>(part: T): T
  /** Registers a part to be closed last, because the others write to it while they close. */
  ground<T extends { close(): unknown }>(part: T): T
  /** Registers a callback for the close. */
  defer(act: () => unknown): void
  close(ending: Extent | 'failed start'): Promise<void>
}

/** What requests under way get to finish: a new server answers the next ones, but nobody does after Ctrl-C. */
const drainTimeouts = { server: 10_000, 'failed start': 10_000, everything: 300 }

export function createLifetime(): Lifetime {
  const ground = new AsyncDisposableStack()
  const parts = new AsyncDisposableStack()
  let ending: Lifetime['ending'] = 'failed start'
  const closing =
    (stack: AsyncDisposableStack) =>
    <T extends { close(timeout?: number): unknown }>(part: T): T => {
      stack.defer(async () => void (await part.close(drainTimeouts[ending])))
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
