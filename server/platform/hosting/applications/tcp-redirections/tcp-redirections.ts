import { randomInt } from 'node:crypto'
import type { PortRange } from '#kit/net/free-port.ts'
import { getApplication } from '#platform/hosting/applications/find.ts'
import { type RouteContext, rerouteSoon } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf, requireCount } from '#platform/identity/quotas.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { TcpRedirection } from '#platform/model/hosting/tcp-redirection.ts'
import { Refusal } from '#platform/model/refusal.ts'

type Context = RouteContext

/**
 * Namespaces that public clients know: addresses for all domains, and those of the domain that applications get. The
 * router listens for both on one set of addresses, so that a port exists once.
 */
const namespaceNames = ['default', 'cleverapps']

/** Names of the namespaces that redirections can be created in. */
export const namespaces = ({ policies }: Pick<Platform, 'policies'>): string[] =>
  policies.tcpPorts ? namespaceNames : []

export interface NewTcpRedirection {
  namespace: string
  /** Limits of the port to choose, within the operator's range. */
  minPort?: number | undefined
  maxPort?: number | undefined
}

/** Gives an application a free public port; its connections go to the TCP port of the application's instances. */
export async function addTcpRedirection(
  platform: Context,
  { id, ownerId }: Application,
  { namespace, minPort = 0, maxPort = 65_535 }: NewTcpRedirection,
): Promise<TcpRedirection> {
  const { store, policies } = platform
  const range = requireRange(platform)
  refuseUnknownNamespace(namespace)
  const wanted = { from: Math.max(range.from, minPort), to: Math.min(range.to, maxPort) }
  const redirection = await store.transaction(async (inside) => {
    const { asleepSince } = await getApplication({ store: inside }, id)
    if (asleepSince !== null) {
      throw new Refusal(
        'conflict',
        'The application sleeps, and connections of a TCP redirection cannot wake it. Wake it first, with `berth wake`: with a redirection it stays awake.',
      )
    }
    const account = await quotaAccountOf(inside, ownerId)
    const present = await inside.tcpRedirections.countOfQuotaAccount(account)
    const count = { present, adding: 1, noun: 'TCP redirections' }
    requireCount(policies.quotas, 'tcpRedirections', count)
    const used = await inside.tcpRedirections.listPorts(wanted)
    const port = chooseFreePort(wanted, used, randomInt)
    if (port === undefined) {
      const place = `from ${wanted.from} to ${wanted.to}`
      throw new Refusal('conflict', `No port ${place} is free for a TCP redirection.`)
    }
    const fresh: TcpRedirection = { port, namespace, applicationId: id }
    await inside.tcpRedirections.add(fresh)
    return fresh
  })
  await rerouteSoon(platform, id)
  return redirection
}

export async function removeTcpRedirection(
  platform: RouteContext,
  { id }: Application,
  { port, namespace }: Pick<TcpRedirection, 'port' | 'namespace'>,
): Promise<void> {
  const isRemoved = await platform.store.tcpRedirections.remove({
    port,
    namespace,
    applicationId: id,
  })
  if (!isRemoved) {
    const sentence = `The application has no TCP redirection on port ${port} of ${namespace}.`
    throw new Refusal('missing', sentence)
  }
  await rerouteSoon(platform, id)
}

/**
 * A free port of the range, by chance, because clients of a port that was just given up would reach whoever gets it
 * next. Used ports are ordered and within the range.
 */
export function chooseFreePort(
  { from, to }: PortRange,
  used: readonly number[],
  draw: (below: number) => number,
): number | undefined {
  const free = to - from + 1 - used.length
  if (free <= 0) return undefined
  let port = from + draw(free)
  for (const taken of used) {
    if (taken > port) break
    port += 1
  }
  return port
}

function requireRange({ policies }: Pick<Platform, 'policies'>): PortRange {
  if (policies.tcpPorts) return policies.tcpPorts
  throw new Refusal(
    'conflict',
    'This platform has no ports for TCP redirections. Ask the operator to set BERTH_TCP_PORTS.',
  )
}

function refuseUnknownNamespace(namespace: string): void {
  if (namespaceNames.includes(namespace)) return
  throw new Refusal(
    'invalid',
    `There is no namespace ${JSON.stringify(namespace.slice(0, 100))}: use ${namespaceNames.join(' or ')}.`,
  )
}
