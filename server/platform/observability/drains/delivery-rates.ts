import type { Clock } from '#kit/concurrency/clock.ts'
import type { DrainId } from '#platform/model/ids.ts'
import type { DeliveryRate } from '#platform/model/observability/drain-worker.ts'

const window = 60_000

interface Sent {
  messages: number
  bytes: number
}

/** Counts what drains send, for a minute and in memory. */
export interface DeliveryRates {
  count(id: DrainId, sent: Sent): void
  of(id: DrainId): DeliveryRate
  /** Forgets what is older than a minute, so that removed drains leave nothing behind. */
  trim(): void
}

export function createDeliveryRates(monotonic: Clock): DeliveryRates {
  const sentBy = new Map<DrainId, (Sent & { at: number })[]>()
  const recent = (id: DrainId) => {
    const oldest = monotonic() - window
    return (sentBy.get(id) ?? []).filter(({ at }) => at > oldest)
  }
  return {
    count(id, sent) {
      sentBy.set(id, [...recent(id), { ...sent, at: monotonic() }])
    },
    of(id) {
      const all = recent(id)
      const sum = (amount: (sent: Sent) => number) =>
        all.reduce((total, sent) => total + amount(sent), 0) / (window / 1000)
      return { messages: sum(({ messages }) => messages), bytes: sum(({ bytes }) => bytes) }
    },
    trim() {
      for (const id of sentBy.keys()) if (recent(id).length === 0) sentBy.delete(id)
    },
  }
}
