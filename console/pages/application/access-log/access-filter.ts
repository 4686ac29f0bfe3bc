import type { AccessLogEntry } from '#client/resources/applications/logs.ts'

/** What is searched of a request. */
export const textOfEntry = ({ http, source, requestId }: AccessLogEntry): string =>
  [http && `${http.request.method} ${http.request.host}${http.request.path}`, source.ip, requestId]
    .filter(Boolean)
    .join(' ')

/** First digit of the status; 0 for a connection without one. */
export const statusClass = ({ http }: Pick<AccessLogEntry, 'http'>): number =>
  http ? Math.floor(http.response.statusCode / 100) : 0

/** Whether a request has the chosen class of status and the chosen method; empty takes all. */
export const isChosen = (entry: AccessLogEntry, status: string, method: string): boolean =>
  (status === '' || String(statusClass(entry)) === status) &&
  (method === '' || entry.http?.request.method === method)

/** "Paris, FR", as far as it is known. */
export const placeOf = ({ city, countryCode }: AccessLogEntry['source']): string =>
  [city, countryCode].filter(Boolean).join(', ')

/** The address that was asked for; a host without a scheme is not one. */
export const urlOf = ({ scheme, host, path }: NonNullable<AccessLogEntry['http']>['request']) =>
  `${scheme}://${host}${path}`
