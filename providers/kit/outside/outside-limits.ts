import type { ServerAccess } from '#providers/kit/servers/server-access.ts'

/** Limits of connections from outside; a source is an IPv4 address or an IPv6 /64. */
export interface OutsideLimits {
  /** Connections to one server, in addition to those of applications, which they cannot use up. */
  maxTotal: number
  /** Connections of one source to one server. */
  maxPerSource: number
  /** New connections of one source to all servers of a provider. */
  rate: { perMinute: number; burst: number; maxKeys: number }
  /**
   * Milliseconds until a client must have started TLS, reached the server and, where the server has no login timeout,
   * logged in.
   */
  admissionTimeout: number
}

export const maxOutside = 40

export const outsideLimits: OutsideLimits = {
  maxTotal: maxOutside,
  maxPerSource: 20,
  rate: { perMinute: 300, burst: 60, maxKeys: 10_000 },
  admissionTimeout: 10_000,
}

/** Connections that a server needs in addition to those of its plan. */
export const outsidePlaces = ({ bind }: Pick<ServerAccess, 'bind'>): number =>
  bind === undefined ? 0 : maxOutside
