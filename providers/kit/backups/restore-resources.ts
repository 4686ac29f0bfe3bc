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
  /**
   * Whether a resource can be used with whatever it holds: after several attempts it is then opened with that. Otherwise they go
   * on until one succeeds.
   */
  isUsableAlways?: boolean
  /** Milliseconds between attempts. */
  every?: number
  onProblem(problem: unknown): void
}

/** Resources from an archive of the whole platform, without their servers, and those that go back to a back-up. */
export interface Restores {
  /** Whether a resource still waits for its back-up: until then it must not be created, opened or backed up. */
  isPending(resource: Pick<Resource, 'id'>): boolean
  /** Whether it has nothing yet: it comes from an archive of the whole platform. */
  isMissing(resource: Pick<Resource, 'id'>): boolean
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
  /** Attempts with each that have begun: one that ends this process, or is cut with the machine, must not be repeated for ever. */
  begun?: [wanted: number, previous: number]
}

/** The back-up could not be restored, and what the resource held is untouched. */
export class UnchangedContentError extends Error {}

/** How a replacement ended: with the back-up, with what was there before, or with a part of either. */
export type ReplaceOutcome = 'restored' | 'kept' | 'lost'

/** What a resource waits for, a back-up by its id; null once restored, until the platform has been told. */
type PendingRestores = Map<string, string | Replacement | null>

const defaultEvery = 60_000
const maxBegun = 3
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
    isMissing: ({ id }) => typeof waiting.get(id) === 'string',
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

      /** Of replacements that do not hold the wanted back-up: what they hold. */
      const outcomes = new Map<string, ReplaceOutcome>()
      /** Replacements whose end is awaited by who asked for them. */
      const attended = new Set<string>()

      async function replaceContent(
        resource: Resource,
        entry: Replacement,
      ): Promise<ProvisionedResource> {
        const { id, config } = resource
        const { backupId, orElse, begun: [wanted, previous] = [0, 0] } = entry
        const recreate = (from: string) =>
          options.recreate(resource, options.pathOf(resource, from))
        if (wanted < maxBegun) {
          await mark(id, { backupId, orElse, begun: [wanted + 1, previous] })
          try {
            return await recreate(backupId)
          } catch (problem) {
            onProblem(problem)
            outcomes.set(id, 'kept')
            if (problem instanceof UnchangedContentError) return { config }
          }
        }
        outcomes.set(id, 'kept')
        if (options.isUsableAlways && previous >= maxBegun) {
          outcomes.set(id, 'lost')
          return { config }
        }
        await mark(id, { backupId, orElse, begun: [maxBegun, previous + 1] })
        try {
          return await recreate(orElse)
        } catch (problem) {
          if (!(problem instanceof UnchangedContentError)) throw problem
          // What is there may be what was there before, or a part of the back-up.
          onProblem(problem)
          outcomes.set(id, 'lost')
          return { config }
        }
      }

      async function restoreOne(resource: Resource): Promise<void> {
        const { id, addonId } = resource
        const entry = waiting.get(id)
        if (resource.state !== 'ready' || entry === undefined) return
        let { config } = resource
        if (entry !== null) {
          config = (
            typeof entry === 'string'
              ? await options.recreate(resource, options.pathOf(resource, entry))
              : await replaceContent(resource, entry)
          ).config
          await ledger.save({ ...resource, config })
          await mark(id, null)
          await options.open({ ...resource, config })
          if (typeof entry === 'object' && !attended.has(id)) tellEnd(resource, entry)
        }
        // The platform came from the same archive, but its records may be older than ours.
        await options.platform.putConfig(addonId, config)
        await mark(id, undefined)
      }

      /** Of one that was cut: nobody waits for its end any more. */
      function tellEnd(resource: Resource, { backupId, orElse }: Replacement): void {
        const outcome = outcomes.get(resource.id) ?? 'restored'
        outcomes.delete(resource.id)
        void options.report(resource, endSentences[outcome](backupId, orElse)).catch(onProblem)
      }

      async function replace(
        resource: Resource,
        { backupId, savedId }: { backupId: string; savedId: string },
        prepared: () => void,
      ): Promise<ReplaceOutcome> {
        const { id } = resource
        await mark(id, { backupId, orElse: savedId })
        attended.add(id)
        prepared()
        try {
          await queue(resource.ownerId, () => restore(id)).catch((problem: unknown) => {
            // Only the platform has not been told yet, which the next rounds do.
            if (waiting.get(id) !== null) throw problem
            onProblem(problem)
          })
          const outcome = outcomes.get(id) ?? 'restored'
          outcomes.delete(id)
          return outcome
        } finally {
          attended.delete(id)
        }
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

/** What the owner of a resource reads about a restore that was cut, in its log. */
const endSentences: Record<ReplaceOutcome, (backupId: string, savedId: string) => string> = {
  restored: (backupId, savedId) =>
    `The restore of the back-up ${backupId} was cut and is complete now; the previous content is the back-up ${savedId}.`,
  kept: (backupId) => `The back-up ${backupId} was not restored. The previous content is there.`,
  lost: (backupId, savedId) =>
    `The back-up ${backupId} was not restored, and the previous content not completely. All of it is in the back-up ${savedId}: make room, and restore that.`,
}

async function readList(path: string): Promise<PendingRestores> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  return new Map(Object.entries(JSON.parse(text) as Record<string, string | Replacement | null>))
}
