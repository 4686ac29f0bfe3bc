import type { ServerAccess } from '#providers/kit/servers/server-access.ts'

/** What is allowed to connections from outside, where a source is an IPv4 address or a /64 of IPv6. */
export interface OutsideLimits {
  /** Connections to one server, beside those that applications may have: strangers cannot take these. */
  maxTotal: number
  /** Connections of one source to one server. */
  maxPerSource: number
  /** New connections of one source to all servers of a provider. */
  rate: { perMinute: number; burst: number; maxKeys: number }
  /** Milliseconds until one has begun TLS, reached the server and, where the server has no timeout for it, logged in. */
  admissionTimeout: number
}

export const maxOutside = 40

export const outsideLimits: OutsideLimits = {
  maxTotal: maxOutside,
  maxPerSource: 20,
  rate: { perMinute: 300, burst: 60, maxKeys: 10_000 },
  admissionTimeout: 10_000,
}

/** The places for them that a server needs beside those of its plan. */
export const outsidePlaces = ({ bind }: Pick<ServerAccess, 'bind'>): number =>
  bind === undefined ? 0 : maxOutside
