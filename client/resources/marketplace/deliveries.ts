import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'

/** A logged call between the platform and a provider, with its secrets redacted. */
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
  /** Null if there was no response. */
  status: number | null
  /** Milliseconds. */
  duration: number
  request: string
  answer: string
  /** Problem, or empty. */
  trouble: string
}

export interface DeliveryFilter {
  limit?: number | undefined
  /** Id of the last record already read. */
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
  /** Repeats a failed call. */
  replay: (ownerId: string, providerId: string, id: string) =>
    ask<DeliveryRecord>({
      method: 'POST',
      path: path`/v2/organisations/${ownerId}/addonproviders/${providerId}/deliveries/${id}/replay`,
    }),
})
