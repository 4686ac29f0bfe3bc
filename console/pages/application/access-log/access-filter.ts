import type { AccessLogEntry, AccessLogFilter } from '#client/resources/applications/logs.ts'
import { timeOf } from '#console/components/log/search/time-range.ts'

/** Filters of the page, as they are in the address. */
export interface AccessAddress {
  since: string
  until: string
  search: string
  status: string
  method: string
}

/** What the platform filters, in everything that is kept. */
export const apiFilter = (
  { since, until, search, status, method }: AccessAddress,
  now: number,
): AccessLogFilter => ({
  since: timeOf(since, now),
  until: timeOf(until, now),
  filter: search || undefined,
  status: status || undefined,
  method: method || undefined,
})

/** First digit of the status; 0 for a connection without one. */
export const statusClass = ({ http }: Pick<AccessLogEntry, 'http'>): number =>
  http ? Math.floor(http.response.statusCode / 100) : 0

/** "Paris, FR", as far as it is known. */
export const placeOf = ({ city, countryCode }: AccessLogEntry['source']): string =>
  [city, countryCode].filter(Boolean).join(', ')

/** The address that was asked for; a host without a scheme is not one. */
export const urlOf = ({ scheme, host, path }: NonNullable<AccessLogEntry['http']>['request']) =>
  `${scheme}://${host}${path}`
