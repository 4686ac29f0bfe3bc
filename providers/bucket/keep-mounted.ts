import { createFairQueue } from '#providers/kit/backups/fair-queue.ts'
import type { RunningProvider } from '#providers/kit/http/provider-server.ts'
import type { Ledger } from '#providers/kit/resources/ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { repeat } from '#providers/kit/servers/repeat.ts'

export interface MountingOptions {
  ledger: Ledger
  service: Pick<RunningProvider, 'withLock'>
  /** Whether a resource is mounted by its restore. */
  isRestoring(resource: Resource): boolean
  /** Mounts a ready resource, or unmounts a suspended one, under its lock. */
  serve(resource: Resource): Promise<void>
  /** Milliseconds between rounds. */
  every: number
  onProblem(problem: unknown): void
}

/** A damaged file system may be checked for an hour, while others are mounted. */
const concurrency = 4

/**
 * Mounts what has to be mounted, now and periodically: all of it after a start of the machine, when instances wait for
 * theirs. Returns a function that stops it and waits for mounts under way.
 */
export function keepMounted(options: MountingOptions): () => Promise<void> {
  const { ledger, service, isRestoring, serve, every, onProblem } = options
  const queue = createFairQueue(concurrency)
  const underWay = new Map<string, Promise<void>>()
  let isClosed = false

  const serveReady = async (resource: Resource) => {
    if (!isClosed && resource.state === 'ready' && !isRestoring(resource)) await serve(resource)
  }
  const begin = (resource: Resource) => {
    const { id, ownerId } = resource
    const complain = (cause: unknown) => onProblem(new Error(`the mount of ${id}`, { cause }))
    const serving = queue(ownerId, () => service.withLock(resource, serveReady))
      .catch(complain)
      .finally(() => underWay.delete(id))
    underWay.set(id, serving)
  }
  const round = async () => {
    for (const resource of await ledger.all())
      if (resource.state === 'ready' && !underWay.has(resource.id)) begin(resource)
  }
  const end = repeat(round, { every, onProblem })
  return async () => {
    isClosed = true
    await end()
    await Promise.all(underWay.values())
  }
}
