import { isDeepStrictEqual } from 'node:util'
import type { Platform } from '#platform/marketplace/platform.ts'
import { instanceIdOfRun } from '#platform/model/hosting/runs/run.ts'
import type { AddonId, ApplicationId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import type { PortAccess } from '#platform/model/marketplace/port-access.ts'
import { ownOwner } from '#platform/model/marketplace/provider.ts'

/** Who may reach which ports. */
type Knows = Pick<Platform, 'store' | 'portVariables'>
type Context = Knows & Pick<Platform, 'engine'>

/** Ports of this machine that an application may reach: those of the built-in add-ons it is linked to. */
export const portsFor = async (knows: Knows, applicationId: ApplicationId): Promise<PortAccess[]> =>
  accessTo(knows, await knows.store.links.addonsOf(applicationId))

/** Access to the ports of those add-ons that are built-in. */
export async function accessTo(
  { store, portVariables }: Knows,
  reached: readonly Addon[],
): Promise<PortAccess[]> {
  const portsIn = (addon: Addon) => portsOf({ portVariables }, addon)
  // The id alone does not tell: a provider of others may have taken it where a built-in one is not offered.
  const own = (await store.providers.listOf(ownOwner)).map(({ id }) => id)
  const isOurs = ({ providerId }: Addon) => own.includes(providerId)
  const linked = reached.filter(isOurs)
  const hasPort = (addon: Addon) => portsIn(addon).length > 0
  const ports = new Set(linked.flatMap(portsIn))
  if (ports.size === 0) return []
  const { account, others } = await accountOf(store, linked.filter(hasPort))
  const addons = new Map([...linked, ...others.filter(isOurs)].map((addon) => [addon.id, addon]))
  const allowed = await Promise.all(
    [...addons.values()].map(async (addon) => ({
      ports: portsIn(addon),
      connections: connectionsOf((await store.plans.find(addon.planId)) ?? { features: [] }),
    })),
  )
  return [...ports].map((port) => {
    const there = allowed.filter((each) => each.ports.includes(port))
    return { port, account, maxConnections: maxConnections(there.map((each) => each.connections)) }
  })
}

/**
 * Account that an application's connections count against, with its other orders: the user who ordered its first
 * add-on, across organisations; the owner once that user has left it. One account per instance, because the firewall
 * identifies an instance by its address.
 */
async function accountOf(
  store: Knows['store'],
  reached: readonly Addon[],
): Promise<{ account: string; others: Addon[] }> {
  const [first] = reached.toSorted((one, other) => one.createdAt - other.createdAt)
  if (!first) return { account: '', others: [] }
  const { orderedBy, ownerId } = first
  const seen = await store.addons.listSeenBy(orderedBy)
  if (!seen.some(({ id }) => id === first.id)) return { account: ownerId, others: [] }
  return { account: orderedBy, others: seen.filter((addon) => addon.orderedBy === orderedBy) }
}

/** Ports of an add-on, in the variables that its provider declares. They are of this machine, whatever its host is called. */
export const portsOf = (
  { portVariables }: Pick<Knows, 'portVariables'>,
  { providerId, config }: Pick<Addon, 'providerId' | 'config'>,
): number[] =>
  (portVariables.get(providerId) ?? [])
    .map((name) => Number(config[name]))
    .filter((port) => Number.isInteger(port) && port > 0 && port < 65_536)

/** Allows the instances and runs of an application egress to its currently linked add-ons only. */
export async function refreshNetworkAccess(
  platform: Context,
  applicationId: ApplicationId,
): Promise<void> {
  let ports = await portsFor(platform, applicationId)
  for (;;) {
    for (const { id } of await platform.store.instances.listOf(applicationId)) {
      await platform.engine.allowEgress(id, ports)
    }
    for (const { id } of await platform.store.runs.listUnfinished(applicationId)) {
      await platform.engine.allowEgress(instanceIdOfRun(id), ports)
    }
    // Re-read after applying: a concurrent change may have been overwritten.
    const now = await portsFor(platform, applicationId)
    if (isDeepStrictEqual(now, ports)) return
    ports = now
  }
}

/** Refreshes the network access of all applications linked to an add-on. */
export async function refreshNetworkAccessTo(platform: Context, addonId: AddonId): Promise<void> {
  for (const id of await platform.store.links.applicationsOf(addonId)) {
    await refreshNetworkAccess(platform, id)
  }
}

/** Plan feature with the number of allowed connections, as named by the built-in providers. */
const featureName = 'Max connection limit'

/** Default for plans without that feature. */
const unknownLimit = 128
/** Room for sockets that are not logged in: reconnecting pools, wrong passwords. */
const minLimit = 16
/** Total for a user with several add-ons on one server, because other tenants share it. */
const severalLimit = 64

/** Number of connections that a plan allows. */
export function connectionsOf({ features }: Pick<Plan, 'features'>): number {
  const feature = features.find(({ name }) => name === featureName)
  const count = Number(feature?.computableValue ?? Number.NaN)
  return Number.isInteger(count) && count > 0 ? count : unknownLimit
}

/** Connections that a user may hold to a port, given the limits of the plans they ordered there. */
export function maxConnections(allowed: readonly number[]): number {
  const largest = Math.max(minLimit, ...allowed)
  return allowed.length > 1 ? Math.max(severalLimit, largest) : largest
}
