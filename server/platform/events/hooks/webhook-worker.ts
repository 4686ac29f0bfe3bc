import type { Clock } from '#kit/concurrency/clock.ts'
import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import { createDeliveryPool, type DeliveryPool } from '#platform/events/delivery/delivery-pool.ts'
import type { EventAttempts } from '#platform/events/delivery/event-reader.ts'
import { sendDigests } from '#platform/events/emails/send-digests.ts'
import type { Platform } from '#platform/events/platform.ts'
import { leadRound } from '#platform/model/claims.ts'
import type { DueTime } from '#platform/model/events/due-time.ts'
import { type DeliveryContext, deliverWebhook, pauses } from './deliver-webhook.ts'
import { dispatchEvents } from './dispatch-events.ts'

/** Events are looked for this often even when nobody has told of one. */
const pollEvery = 60_000
const minPause = 1000
/** Those of one deployment come in quick succession, while it needs the processor and the disk itself. */
const collectFor = 250

export interface WebhookWorkerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/** Queues new events for hooks, calls webhooks and mails digests in the background. */
export function createWebhookWorker({ platform, onBug }: WebhookWorkerOptions): Worker {
  const attempts: EventAttempts = new Map()
  const worker = createWorker({
    run: (signal) => leadRound(platform().store.claims, 'hooks', () => round(signal)),
    onError: onBug,
  })
  const round = async (signal: AbortSignal): Promise<number> => {
    const { store, clock } = platform()
    // What fails does not stop the rest of the round: its error is thrown at the end.
    const errors: unknown[] = []
    const note = (error: unknown) => void errors.push(error)
    await dispatchEvents(platform(), signal, attempts).catch(note)
    await pool.start().catch(note)
    const untilDigest = await sendDigests(platform(), note)
    for (const error of errors.slice(1)) onBug(error)
    if (errors.length > 0) throw errors[0]
    const next = await store.webhookDeliveries.nextDue()
    const pauses = [pollEvery, untilDigest, next === undefined ? undefined : next - clock()]
    return Math.max(minPause, Math.min(...pauses.filter((pause) => pause !== undefined)))
  }
  const pool = createWebhookPool({
    platform,
    signal: worker.signal,
    onFree: worker.wake,
    onBug,
  })
  let stopWatching = () => {}
  let collecting: NodeJS.Timeout | undefined
  const wakeSoon = () => {
    collecting ??= setTimeout(() => {
      collecting = undefined
      worker.wake()
    }, collectFor).unref()
  }
  return {
    signal: worker.signal,
    wake: worker.wake,
    begin() {
      stopWatching = platform().store.watch('events', wakeSoon)
      worker.begin()
    },
    async close() {
      stopWatching()
      clearTimeout(collecting)
      await worker.close()
      await pool.drain()
    },
  }
}

/** So many that those without a place, of owners who have theirs, never hide the others. */
const maxHooks = 100_000

interface WebhookPoolOptions {
  platform: () => DeliveryContext
  signal: AbortSignal
  /** Called when a place is free again. */
  onFree(): void
  onBug(error: unknown): void
}

const dueTime = (clock: Clock): DueTime => ({ now: clock(), maxPause: pauses.max })

/** Calls several webhooks at once, each one in order. */
export function createWebhookPool({ platform, ...options }: WebhookPoolOptions): DeliveryPool {
  return createDeliveryPool({
    ...options,
    async listDue() {
      const { store, clock } = platform()
      const due = await store.webhookDeliveries.listDueWebhooks(dueTime(clock), maxHooks)
      return due.map(({ webhookId, ...target }) => ({ id: webhookId, ...target }))
    },
    async deliverNext(webhookId) {
      const { store, clock } = platform()
      const webhook = await store.webhooks.find(webhookId)
      const delivery = await store.webhookDeliveries.findDue(webhookId, dueTime(clock))
      if (!webhook || !delivery) return false
      return deliverWebhook(platform(), webhook, delivery, options.signal)
    },
  })
}
