import { DiskFullError } from '#kit/mounts/loop-volumes.ts'
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
  /** Whether a back-up is being restored into it. */
  isBusy(resource: Resource): boolean
  /** Mounts a ready resource, or unmounts a suspended one, under its lock. */
  serve(resource: Resource): Promise<void>
  /** Ids of mounted resources that nobody can write any more, because the disk of the machine was full or failed. */
  broken(): Promise<readonly string[]>
  /** Repairs and mounts such a one again, under its lock; throws a `DiskFullError` while the disk has no room. Whether it was one. */
  mend(resource: Resource): Promise<boolean>
  /** Removes what was begun in a mounted resource and not finished, under its lock. */
  tidy(resource: Resource): Promise<void>
  /** Tells the owner of a resource. */
  report(resource: Resource, sentence: string): Promise<void>
  /** Milliseconds between rounds. */
  every: number
  onProblem(problem: unknown): void
}

/** A damaged file system may be checked for an hour, while others are mounted. */
const concurrency = 4

const tidyEvery = 3_600_000

const brokenSentence =
  'The files cannot be written: the disk of the machine is full or failing. What is there can be read. The operator makes room; the bucket is then repaired without further action.'
const mendedSentence =
  'The files can be written again. Restart the applications that have this bucket mounted: until then they get errors in it.'

/**
 * Mounts what has to be mounted, now and periodically: all of it after a start of the machine, when instances wait for
 * theirs. What became read-only is repaired as soon as the disk has room. Returns a function that stops it and waits for mounts under way.
 */
export function keepMounted(options: MountingOptions): () => Promise<void> {
  const { ledger, service, isRestoring, serve, mend, every, onProblem } = options
  const queue = createFairQueue(concurrency)
  const underWay = new Map<string, Promise<void>>()
  let isClosed = false

  let broken: readonly string[] = []
  const told = new Set<string>()
  const tell = (resource: Resource, sentence: string) =>
    void options.report(resource, sentence).catch(onProblem)

  const mendReady = async (resource: Resource) => {
    try {
      if (await mend(resource)) tell(resource, mendedSentence)
      told.delete(resource.id)
    } catch (problem) {
      const isTold = told.has(resource.id)
      if (!isTold) tell(resource, brokenSentence)
      told.add(resource.id)
      if (!(problem instanceof DiskFullError)) throw problem
      if (!isTold) throw new Error('read-only until the disk of this machine has room')
    }
  }
  /** When each is tidied next; those of a resource that is gone are few words. */
  const tidyAt = new Map<string, number>()
  const tidyIfDue = async (resource: Resource) => {
    const now = performance.now()
    if ((tidyAt.get(resource.id) ?? 0) > now || options.isBusy(resource)) return
    tidyAt.set(resource.id, now + tidyEvery)
    await options.tidy(resource)
  }
  const serveReady = async (resource: Resource) => {
    if (isClosed || resource.state !== 'ready' || isRestoring(resource)) return
    if (broken.includes(resource.id) && !resource.suspended) await mendReady(resource)
    else await serve(resource)
    if (!resource.suspended) await tidyIfDue(resource)
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
    broken = await options.broken()
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
