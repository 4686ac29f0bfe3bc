import { createWorker } from '#kit/concurrency/worker.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import { leadRound } from '#platform/model/claims.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { ProvidedAddon } from '#platform/model/marketplace/addon.ts'
import { isProvided, providedStates } from '#platform/model/marketplace/addon-states.ts'
import type { BackupCopier } from '#platform/model/marketplace/backup-copy.ts'
import { ownOwner } from '#platform/model/marketplace/provider.ts'
import { ObjectStoreError } from '#platform/model/object-store.ts'
import type { Store } from '#platform/model/store.ts'
import { type CopyContext, removeOrphanedCopies, syncCopies } from './sync-copies.ts'

export interface BackupCopierOptions {
  platform: () => Platform
  log: (line: string) => void
  /** Called with unexpected errors. */
  onBug: (error: unknown) => void
}

/** Every add-on is looked at so often: providers make back-ups by themselves, once a day. */
const lookEvery = 300_000
const roundEvery = 60_000
const roundEveryWhileExpecting = 5_000
const pageSize = 1000

/**
 * Works only at the server of the built-in providers, because nobody else can read their files. While that server is away
 * nothing is copied, and no copy removed.
 */
export function createBackupCopier({ platform, log, onBug }: BackupCopierOptions): BackupCopier {
  /** Add-ons to look at again before the next look at all of them. */
  const expected = new Set<AddonId>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let lastError = ''

  const addonsToLookAt = async (
    { store }: CopyContext,
    ids: Iterable<AddonId>,
  ): Promise<ProvidedAddon[]> => {
    const now = performance.now()
    if (now - lookedAt >= lookEvery) {
      lookedAt = now
      return ownAddons(store)
    }
    const found = await Promise.all(Array.from(ids, (id) => store.addons.find(id)))
    return found.filter((addon) => addon !== undefined).filter(isProvided)
  }

  const round = async (context: CopyContext): Promise<number> => {
    await removeOrphanedCopies(context)
    const awaited = new Set(expected)
    expected.clear()
    let isPartial = false
    for (const addon of await addonsToLookAt(context, awaited)) {
      context.signal.throwIfAborted()
      const progress = await syncCopies(context, addon)
      if (progress === 'partial') isPartial = true
      const isAwaited = progress === 'running' && awaited.has(addon.id)
      if (progress === 'partial' || isAwaited) expected.add(addon.id)
    }
    lastError = ''
    if (isPartial) return 0
    return expected.size > 0 ? roundEveryWhileExpecting : roundEvery
  }

  const logProblem = ({ message }: ObjectStoreError) => {
    if (message !== lastError) log(`Back-ups of add-ons are not copied: ${message}`)
    lastError = message
  }

  const worker = createWorker({
    async run(signal) {
      const { objects, store, placement } = platform()
      if (!objects) return undefined
      if (!(await placement.isLocal('built-in providers'))) return roundEvery
      const context = { ...platform(), objects, signal, log }
      try {
        return await leadRound(store.claims, 'copies of back-ups', () => round(context))
      } catch (error) {
        // The next round looks at all of them, whatever this one has left.
        lookedAt = Number.NEGATIVE_INFINITY
        if (!(error instanceof ObjectStoreError)) throw error
        logProblem(error)
        return roundEvery
      }
    },
    onError: onBug,
  })
  return {
    ...worker,
    expect(addonId) {
      if (!platform().objects) return
      expected.add(addonId)
      worker.wake()
    },
  }
}

/** All add-ons of the built-in providers that may have back-ups. */
async function ownAddons({ providers, addons }: Store): Promise<ProvidedAddon[]> {
  const all: ProvidedAddon[] = []
  for (const { id } of await providers.listOf(ownOwner)) {
    for (let offset = 0; ; offset += pageSize) {
      const page = { limit: pageSize, offset, states: providedStates }
      const found = await addons.listOfProvider(id, page)
      all.push(...found.filter(isProvided))
      if (found.length < pageSize) break
    }
  }
  return all
}
