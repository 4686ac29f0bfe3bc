import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { writeDurably } from '#kit/files/durable-file.ts'
import type { RestoreProgress } from '#protocol/databases/restore.ts'
import type { ProvisionedResource } from '#providers/kit/definition.ts'
import type { PlatformClient } from '#providers/kit/http/platform-client.ts'
import type { RunningProvider } from '#providers/kit/http/provider-server.ts'
import type { Ledger } from '#providers/kit/resources/ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { repeat } from '#providers/kit/servers/repeat.ts'
import { createFairQueue } from './fair-queue.ts'
import {
  createInPlaceRestores,
  type InPlaceOptions,
  type InPlaceRestores,
} from './restore-in-place.ts'

export interface RestoreOptions extends Pick<InPlaceOptions, 'backups' | 'close' | 'report'> {
  ledger: Pick<Ledger, 'byId' | 'save'>
  service: Pick<RunningProvider, 'withLock'>
  platform: Pick<PlatformClient, 'putConfig'>
  /** Path of a back-up. */
  pathOf(resource: Resource, backupId: string): string
  /**
   * Recreates a resource from a file, with its existing password; its server may have another port now. It must not be
   * accessible before `open`, because it is deleted when the restore is repeated.
   */
  recreate(resource: Resource, path: string): Promise<ProvisionedResource>
  /** Lets its customer in, unless it is suspended; after a crash, maintenance does it instead. */
  open(resource: Resource): Promise<void>
  /** Milliseconds between attempts. */
  every?: number
  onProblem(problem: unknown): void
}

/** Resources from an archive of the whole platform, without their servers, and those that go back to a back-up. */
export interface Restores {
  /** Whether a resource still waits for its back-up: until then it must not be created, opened or backed up. */
  isPending(resource: Pick<Resource, 'id'>): boolean
  /** Begins to replace what a resource holds by one of its back-ups. */
  restore(resource: Resource, backupId: string): Promise<RestoreProgress>
  progressOf: InPlaceRestores['progressOf']
  /** Starts restoring; returns a function that stops it and waits for work under way. */
  begin(options: RestoreOptions): () => Promise<void>
}

/** The back-up that a resource waits for, and the one to take when that fails: what it held before. */
interface Replacement {
  backupId: string
  orElse: string
}

/** What a resource waits for, a back-up by its id; null once restored, until the platform has been told. */
type PendingRestores = Map<string, string | Replacement | null>

const defaultEvery = 60_000
/** Low, so that other work can go on. */
const concurrency = 2

/**
 * Reads `restore.json`, which names the back-up of each resource. A finished one leaves the list at once, so that a
 * crash repeats at most one; failed ones are retried. An unreadable list is an error: without it, databases would be
 * opened empty.
 */
export async function openRestores(folder: string): Promise<Restores> {
  const path = join(folder, 'restore.json')
  const waiting: PendingRestores = await readList(path)
  const mutex = createKeyedMutex()
  const mark = (id: string, entry: string | Replacement | null | undefined) =>
    mutex(path, async () => {
      const next = new Map(waiting)
      if (entry === undefined) next.delete(id)
      else next.set(id, entry)
      if (next.size > 0) await writeDurably(path, JSON.stringify(Object.fromEntries(next)))
      else await rm(path, { force: true })
      if (entry === undefined) waiting.delete(id)
      else waiting.set(id, entry)
    })
  let inPlace: InPlaceRestores | undefined
  const isPending = ({ id }: Pick<Resource, 'id'>) =>
    Boolean(waiting.get(id)) || Boolean(inPlace?.isPreparing({ id }))

  return {
    isPending,
    async restore(resource, backupId) {
      if (!inPlace) throw new Error('restores have not begun')
      return inPlace.begin(resource, backupId)
    },
    progressOf: (resource, backupId) => inPlace?.progressOf(resource, backupId),
    begin(options) {
      const { ledger, onProblem, every = defaultEvery } = options
      const queue = createFairQueue(concurrency)
      let isClosed = false

      async function restore(id: string): Promise<void> {
        const known = isClosed ? undefined : await ledger.byId(id)
        if (isClosed) return
        if (known) await options.service.withLock(known, (latest) => restoreOne(latest))
        const latest = await ledger.byId(id)
        // A resource that was deleted, or never ready, is not restored.
        if (latest?.state !== 'ready') await mark(id, undefined)
      }

      /** Those that could not be restored from the wanted back-up, and hold what they held before. */
      const kept = new Set<string>()

      async function recreate(
        resource: Resource,
        entry: string | Replacement,
      ): Promise<ProvisionedResource> {
        if (typeof entry === 'string')
          return options.recreate(resource, options.pathOf(resource, entry))
        try {
          return await recreate(resource, entry.backupId)
        } catch (problem) {
          onProblem(problem)
          await mark(resource.id, entry.orElse)
          kept.add(resource.id)
          return recreate(resource, entry.orElse)
        }
      }

      async function restoreOne(resource: Resource): Promise<void> {
        const { id, addonId } = resource
        const entry = waiting.get(id)
        if (resource.state !== 'ready' || entry === undefined) return
        let { config } = resource
        if (entry !== null) {
          config = (await recreate(resource, entry)).config
          await ledger.save({ ...resource, config })
          await mark(id, null)
          await options.open({ ...resource, config })
        }
        // The platform came from the same archive, but its records may be older than ours.
        await options.platform.putConfig(addonId, config)
        await mark(id, undefined)
      }

      async function replace(
        resource: Resource,
        { backupId, savedId }: { backupId: string; savedId: string },
        prepared: () => void,
      ): Promise<'restored' | 'kept'> {
        await mark(resource.id, { backupId, orElse: savedId })
        prepared()
        await queue(resource.ownerId, () => restore(resource.id)).catch((problem: unknown) => {
          // Only the platform has not been told yet, which the next rounds do.
          if (waiting.get(resource.id) !== null) throw problem
          onProblem(problem)
        })
        return kept.delete(resource.id) ? 'kept' : 'restored'
      }
      inPlace = createInPlaceRestores({ ...options, replace })

      const round = async () => {
        const tasks = [...waiting.keys()].map(async (id) => {
          const owner = (await ledger.byId(id))?.ownerId ?? id
          const complain = (cause: unknown) =>
            onProblem(new Error(`${id} could not be restored`, { cause }))
          await queue(owner, () => restore(id)).catch(complain)
        })
        await Promise.all(tasks)
      }
      const end = repeat(round, { every, onProblem })
      return async () => {
        isClosed = true
        await end()
      }
    },
  }
}

async function readList(path: string): Promise<PendingRestores> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  return new Map(Object.entries(JSON.parse(text) as Record<string, string | Replacement | null>))
}
