import type { DrainId } from '#platform/ids.ts'

const window = 60_000

interface Sent {
  at: number
  messages: number
  bytes: number
}

/** What a drain has sent per second in the last minute. */
export interface DeliveryRate {
  messages: number
  bytes: number
}

/** Counts what drains send, for a minute and in memory. */
export interface DeliveryRates {
  count(id: DrainId, sent: Sent): void
  of(id: DrainId, now: number): DeliveryRate
  /** Forgets what is older than a minute, so that removed drains leave nothing behind. */
  trim(now: number): void
}

export function createDeliveryRates(): DeliveryRates {
  const sentBy = new Map<DrainId, Sent[]>()
  const recent = (id: DrainId, now: number) =>
    (sentBy.get(id) ?? []).filter(({ at }) => at > now - window)
  return {
    count(id, sent) {
      sentBy.set(id, [...recent(id, sent.at), sent])
    },
    of(id, now) {
      const all = recent(id, now)
      const sum = (amount: (sent: Sent) => number) =>
        all.reduce((total, sent) => total + amount(sent), 0) / (window / 1000)
      return { messages: sum(({ messages }) => messages), bytes: sum(({ bytes }) => bytes) }
    },
    trim(now) {
      for (const id of sentBy.keys()) if (recent(id, now).length === 0) sentBy.delete(id)
    },
  }
}
