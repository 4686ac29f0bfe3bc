import { createBackground } from '#kit/concurrency/background.ts'
import { backoff } from '#kit/concurrency/backoff.ts'
import { createKeyedLimit } from '#kit/concurrency/keyed-limit.ts'
import { createWorker } from '#kit/concurrency/worker.ts'
import { readAddonUsage } from '#platform/marketplace/addons/read-usage.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { AddonSampler } from '#platform/model/observability/addon-sampler.ts'
import type { MetricStore } from '#platform/model/observability/metric-store.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/observability/platform.ts'
import { addonSampleInterval, sampleOf, seriesOf } from './addon-sample.ts'

export interface AddonSamplerOptions {
  platform: () => Platform
  store: MetricStore
  onBug: (error: unknown) => void
}

/** What a provider gets to answer. */
const timeout = 10_000
/** Questions to one provider at a time, so that a slow one delays only its own add-ons. */
const maxConcurrent = 2
/** A round may be so much earlier after a question than the one before; who was asked later skips a round. */
const tolerance = 5000
/** Before an add-on is asked for again whose provider did not answer, or measures nothing. */
const pauses = { first: 2 * addonSampleInterval, max: 3_600_000 }
const pageSize = 1000

interface Progress {
  /** Before this moment of the monotonic clock the provider is not asked again. */
  dueAt: number
  failures: number
  isQueued: boolean
  asking: Promise<void> | undefined
}

/** Works only at the server of the built-in providers, to which requests about add-ons go as well. */
export function createAddonSampler({ platform, store, onBug }: AddonSamplerOptions): AddonSampler {
  const known = new Map<AddonId, Progress>()
  const limit = createKeyedLimit(maxConcurrent)
  const background = createBackground(onBug)

  const progressOf = (id: AddonId): Progress => {
    const progress = known.get(id) ?? { dueAt: 0, failures: 0, isQueued: false, asking: undefined }
    known.set(id, progress)
    return progress
  }

  const ask = async (addon: Addon, progress: Progress) => {
    const { clock, monotonic } = platform()
    const askedAt = monotonic()
    const later = (pause: number) => {
      progress.dueAt = askedAt + pause
    }
    try {
      const usage = await readAddonUsage(platform(), addon, timeout)
      const measured = sampleOf(usage, clock())
      if (measured) await store.add([seriesOf(addon.id, measured)])
      progress.failures = 0
      later(measured ? addonSampleInterval - tolerance : pauses.max)
    } catch (error) {
      later(backoff(progress.failures++, pauses))
      throw error
    }
  }

  /** Of several who ask at once, all get the answer to one question. */
  const sample = async (addon: Addon) => {
    const progress = progressOf(addon.id)
    if (!progress.asking && platform().monotonic() < progress.dueAt) return
    progress.asking ??= ask(addon, progress).finally(() => {
      progress.asking = undefined
    })
    await progress.asking
  }

  const sampleQueued = async (addon: Addon) => {
    const progress = progressOf(addon.id)
    progress.isQueued = true
    try {
      await limit(addon.providerId, async () => {
        if (!worker.signal.aborted) await sample(addon)
      })
    } catch (error) {
      // A provider that is away is asked again later.
      if (!(error instanceof Refusal) && !worker.signal.aborted) throw error
    } finally {
      progress.isQueued = false
    }
  }

  const worker = createWorker({
    async run(signal) {
      const { store: facts, placement, clock, monotonic } = platform()
      const untilNext = () => addonSampleInterval - (clock() % addonSampleInterval)
      if (!(await placement.isLocal('built-in providers'))) return untilNext()
      const seen = new Set<AddonId>()
      for await (const addon of readyAddons(facts)) {
        if (signal.aborted) return undefined
        seen.add(addon.id)
        const { isQueued, dueAt } = progressOf(addon.id)
        if (!isQueued && monotonic() >= dueAt) background.run(sampleQueued(addon))
      }
      for (const id of known.keys()) if (!seen.has(id)) known.delete(id)
      return untilNext()
    },
    onError: onBug,
  })

  return {
    ...worker,
    sample,
    async close() {
      await worker.close()
      await background.drain()
    },
  }
}

async function* readyAddons({
  providers,
  addons,
}: Pick<Platform['store'], 'providers' | 'addons'>): AsyncIterable<Addon> {
  for (const { id } of await providers.listAll()) {
    for (let offset = 0; ; offset += pageSize) {
      const found = await addons.listOfProvider(id, { limit: pageSize, offset, states: ['ready'] })
      yield* found
      if (found.length < pageSize) break
    }
  }
}
