import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'

/** A call between the platform and a provider, without its secrets. */
export interface DeliveryRecord {
  id: string
  /** ISO 8601. */
  date: string
  providerId: string
  addonId: string | null
  direction: 'to partner' | 'from partner'
  purpose: string
  method: string
  url: string
  /** Null when there was no answer. */
  status: number | null
  /** In milliseconds. */
  duration: number
  request: string
  answer: string
  /** What was wrong, or empty. */
  trouble: string
}

export interface DeliveryFilter {
  limit?: number | undefined
  /** The id of the last one already seen. */
  before?: string | undefined
  addonId?: string | undefined
  failed?: boolean | undefined
}

export const deliveries = ({ ask }: Connection) => ({
  /** Newest first. */
  list: (ownerId: string, providerId: string, { failed, ...filter }: DeliveryFilter = {}) =>
    ask<DeliveryRecord[]>({
      method: 'GET',
      path: path`/v2/organisations/${ownerId}/addonproviders/${providerId}/deliveries`,
      query: { ...filter, ...(failed && { failed: 'true' }) },
    }),
  /** Repeats one that went wrong. */
  replay: (ownerId: string, providerId: string, id: string) =>
    ask<DeliveryRecord>({
      method: 'POST',
      path: path`/v2/organisations/${ownerId}/addonproviders/${providerId}/deliveries/${id}/replay`,
    }),
})
