import { maxOpenFiles } from '#kit/process/open-files.ts'

/** Counts the connections that this process has accepted, over all of its ports. */
export interface ConnectionLimit {
  readonly isReached: boolean
  opened(): void
  closed(): void
}

export function createConnectionLimit(maxConnections: number): ConnectionLimit {
  let open = 0
  return {
    get isReached() {
      return open >= maxConnections
    },
    opened() {
      open++
    },
    closed() {
      open--
    },
  }
}

let shared: ConnectionLimit | undefined

/** Half of the descriptors of this process; the others are for what it does for the connections. */
export function processConnectionLimit(): ConnectionLimit {
  shared ??= createConnectionLimit(Math.floor(maxOpenFiles() / 2))
  return shared
}
