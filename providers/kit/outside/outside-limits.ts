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

/** Limits of connections to a store that all add-ons share and that browsers load from: one connection for each request. */
export const storeLimits: OutsideLimits = {
  maxTotal: 500,
  maxPerSource: 50,
  rate: { perMinute: 3000, burst: 600, maxKeys: 10_000 },
  admissionTimeout: 10_000,
}

const maxNodes = 100

/**
 * Limits of connections from networks of applications: a node has those of all its instances. Once logged in, they count
 * for their plan.
 */
export const nodeLimits: OutsideLimits = {
  ...outsideLimits,
  maxTotal: maxNodes,
  maxPerSource: maxNodes,
  rate: { perMinute: 6000, burst: 600, maxKeys: 10_000 },
}

/** Connections that a server needs in addition to those of its plan. */
export function outsidePlaces({ bind, networks = [] }: Pick<ServerAccess, 'bind' | 'networks'>) {
  if (bind === undefined) return 0
  return networks.length === 0 ? maxOutside : maxOutside + maxNodes
}
