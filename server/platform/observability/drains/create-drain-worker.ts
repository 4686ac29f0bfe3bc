import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import { createWorker } from '#kit/concurrency/worker.ts'
import { createDeliveryPool } from '#platform/events/delivery/delivery-pool.ts'
import { type DrainId, isApplicationId } from '#platform/model/ids.ts'
import { type Drain, executionStatusOf } from '#platform/model/observability/drain.ts'
import type { EnabledDrain } from '#platform/model/observability/drain-store.ts'
import type { DrainWorker } from '#platform/model/observability/drain-worker.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/observability/platform.ts'
import { createBacklogs } from './backlogs.ts'
import { batchLimit, pauses, storeResult } from './deliver-batch.ts'
import { createDeliveryRates } from './delivery-rates.ts'
import { findResource } from './find-resource.ts'
import type { SourceReader } from './sources/drain-source.ts'
import { sourceOf } from './sources/source-of.ts'

/** Sources are looked at this often; what was written in between is sent together. */
const interval = 1000
const maxChecksPerOwner = 2

export interface DrainWorkerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

export function createDrainWorker({ platform, onBug }: DrainWorkerOptions): DrainWorker {
  const rates = createDeliveryRates(() => platform().monotonic())
  const backlogs = createBacklogs(platform)
  const checks = createKeyedSlots()
  /** Where the last read stopped, for drains whose last batch was delivered. */
  const readers = new Map<DrainId, SourceReader>()
  /** Times of the monotonic clock before which a drain that has caught up sends nothing more. */
  const rests = new Map<DrainId, number>()

  const isRested = ({ id, dueAt }: EnabledDrain) =>
    dueAt === null
      ? (rests.get(id) ?? 0) <= platform().monotonic()
      : platform().times.until(id, dueAt, pauses.max) === 0

  const mayRun = (drain: EnabledDrain) =>
    executionStatusOf({ ...drain, state: 'ENABLED' }) !== 'NOT_RUNNING' && isRested(drain)

  /** Those of these drains for which something waits; each source is asked once for all. */
  const withNews = async (drains: readonly EnabledDrain[]): Promise<EnabledDrain[]> => {
    const waiting = new Set<DrainId>()
    for (const [kind, own] of Map.groupBy(drains, (drain) => drain.kind)) {
      const newest = await sourceOf(platform(), kind).newest(own)
      for (const [place, { id, position }] of own.entries()) {
        if ((newest[place] ?? '') > position) waiting.add(id)
      }
    }
    return drains.filter(({ id }) => waiting.has(id))
  }

  const readerOf = (drain: Drain): SourceReader => {
    const { id, kind, position } = drain
    const known = readers.get(id)
    if (known?.position === position) return known
    const reader = sourceOf(platform(), kind).openReader(drain, position)
    readers.set(id, reader)
    return reader
  }

  /** Reads, sends and stores one batch; `false` when it failed, or there is no more for now. */
  const deliverNext = async (id: DrainId): Promise<boolean> => {
    const { store, drainSender } = platform()
    const drain = await store.drains.find(id)
    const resource = drain && (await findResource(store, drain.resourceId))
    if (!drain || !resource || executionStatusOf(drain) === 'NOT_RUNNING') return false
    const [newest = ''] = await sourceOf(platform(), drain.kind).newest([drain])
    const reader = readerOf(drain)
    const messages = await reader.next(batchLimit(drain.attempts), resource)
    if (reader.position === drain.position) return false
    const result =
      messages.length === 0
        ? { failure: '', isRejected: false, bytes: 0 }
        : await drainSender.send(drain.recipient, messages, worker.signal)
    if (worker.signal.aborted && result.failure !== '') return false
    const batch = { last: reader.position, size: messages.length }
    const isDone = await storeResult(platform(), drain, batch, result)
    if (!isDone) readers.delete(id)
    if (result.failure === '') {
      rates.count(id, { messages: messages.length, bytes: result.bytes })
    }
    const hasMore = reader.position < newest
    if (!hasMore) rests.set(id, platform().monotonic() + interval)
    return isDone && hasMore
  }

  const forgetOthers = (enabled: readonly EnabledDrain[]) => {
    const ids = new Set(enabled.map(({ id }) => id))
    for (const id of readers.keys()) if (!ids.has(id)) readers.delete(id)
    for (const id of rests.keys()) if (!ids.has(id)) rests.delete(id)
    rates.trim()
    backlogs.keep(ids)
  }

  let hasDrains = false
  const worker = createWorker({
    async run() {
      await pool.start()
      return hasDrains ? interval : undefined
    },
    onError: onBug,
  })
  const pool = createDeliveryPool<DrainId>({
    async listDue() {
      const { store, placement } = platform()
      const enabled = await store.drains.listEnabled()
      hasDrains = enabled.length > 0
      forgetOthers(enabled)
      // The log of an application is at its server, those of add-ons at the server of their providers.
      const remote = await placement.remoteIds()
      const workloadOf = ({ resourceId }: EnabledDrain) =>
        isApplicationId(resourceId) ? resourceId : 'built-in providers'
      const here = enabled.filter((drain) => !remote.has(workloadOf(drain)))
      return (await withNews(here.filter(mayRun))).map(({ id, ownerId, accountId, attempts }) => ({
        id,
        ownerId,
        accountId,
        isFailing: attempts > 0,
      }))
    },
    deliverNext,
    signal: worker.signal,
    onFree: worker.wake,
    onBug,
  })

  return {
    signal: worker.signal,
    wake: worker.wake,
    begin: worker.begin,
    backlogOf: backlogs.of,
    rateOf: rates.of,
    async check(drain) {
      const { store, clock, drainSender } = platform()
      using place = checks.take(drain.ownerId, maxChecksPerOwner)
      if (!place) {
        throw new Refusal('limited', 'Other drains are being checked. Try again in a moment.', {
          wait: 10,
        })
      }
      const resource = await findResource(store, drain.resourceId)
      if (!resource) throw new Refusal('missing', `There is no drain ${drain.id}.`)
      const now = clock()
      const { name, zone } = resource
      const origin = {
        resourceId: drain.resourceId,
        resourceName: name,
        zone,
        ownerId: drain.ownerId,
      }
      const line = { id: `check-${now}`, date: now, severity: 'info', service: 'berth' } as const
      const text = 'Berth checks whether this drain works.'
      const message = { ...origin, ...line, text, deploymentId: '', instanceId: '', commit: '' }
      return drainSender.send(drain.recipient, [message], worker.signal)
    },
    async close() {
      await worker.close()
      await pool.drain()
    },
  }
}
