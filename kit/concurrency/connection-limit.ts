import { maxOpenFiles } from '#kit/process/open-files.ts'

/** Counts the accepted connections of this process, over all its ports. */
export interface ConnectionLimit {
  readonly max: number
  readonly isReached: boolean
  opened(): void
  closed(): void
}

export function createConnectionLimit(maxConnections: number): ConnectionLimit {
  let open = 0
  return {
    max: maxConnections,
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

/** Half of the file descriptors of this process; the rest is for serving the connections. */
export function processConnectionLimit(): ConnectionLimit {
  shared ??= createConnectionLimit(Math.floor(maxOpenFiles() / 2))
  return shared
}
