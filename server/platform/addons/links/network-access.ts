import { isDeepStrictEqual } from 'node:util'
import type { Addon } from '#platform/addons/addon.ts'
import type { PortAccess } from '#platform/deployments/engine.ts'
import type { AddonId, ApplicationId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Plan } from '#platform/providers/plans/plan.ts'
import { ownOwner } from '#platform/providers/provider.ts'
import { anyName } from '#protocol/config.ts'

type Knows = Pick<Platform, 'store' | 'engine'>

/** The ports of this machine that an application may reach: those of the add-ons of ours that it is linked to. */
export async function portsFor(
  { store }: Pick<Knows, 'store'>,
  applicationId: ApplicationId,
): Promise<PortAccess[]> {
  const own = (await store.providers.listOf(ownOwner))
    // What owners write themselves says nothing about where they may go.
    .filter(({ manifest }) => !manifest.api.config_vars.includes(anyName))
    .map(({ id }) => id)
  const isOurs = ({ providerId }: Addon) => own.includes(providerId)
  const linked = (await store.links.addonsOf(applicationId)).filter(isOurs)
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
 * Whom the connections of an application count for, and what else they have ordered: the user who ordered its first add-on, however
 * many organisations they spread add-ons over; once they have left its owner, the owner. An instance has one account, because the
 * firewall knows it by its address.
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

/**
 * An add-on of ours says where its server is by a variable that ends with `_HOST` and one that ends with `_PORT`. The host is
 * this machine whatever it is called: the operator may have given it another name since.
 */
const portsIn = ({ config }: Pick<Addon, 'config'>): number[] =>
  Object.entries(config)
    .filter(([name]) => name.endsWith('_PORT') && config[name.replace(/PORT$/, 'HOST')])
    .map(([, value]) => Number(value))
    .filter((port) => Number.isInteger(port) && port > 0 && port < 65_536)

/** Lets the instances of an application reach what it is linked to now, and nothing else. */
export async function refreshNetworkAccess(
  platform: Knows,
  applicationId: ApplicationId,
): Promise<void> {
  let ports = await portsFor(platform, applicationId)
  for (;;) {
    for (const { id } of await platform.store.instances.listOf(applicationId)) {
      await platform.engine.allowEgress(id, ports)
    }
    // Whoever changed it meanwhile may have been overtaken by this.
    const now = await portsFor(platform, applicationId)
    if (isDeepStrictEqual(now, ports)) return
    ports = now
  }
}

/** The same for all applications that are linked to an add-on. */
export async function refreshNetworkAccessTo(platform: Knows, addonId: AddonId): Promise<void> {
  for (const id of await platform.store.links.applicationsOf(addonId)) {
    await refreshNetworkAccess(platform, id)
  }
}

/** The feature by which a plan says how many connections it allows, as our own offers name it. */
const featureName = 'Max connection limit'

/** For plans that do not say. */
const unknownLimit = 128
/** A pool that reconnects, or a wrong password, holds sockets beside those that are logged in. */
const minLimit = 16
/** Who has several add-ons on one server, which others share, has no more than a part of it. */
const severalLimit = 64

/** How many connections a plan allows. */
export function connectionsOf({ features }: Pick<Plan, 'features'>): number {
  const feature = features.find(({ name }) => name === featureName)
  const count = Number(feature?.computableValue ?? Number.NaN)
  return Number.isInteger(count) && count > 0 ? count : unknownLimit
}

/** How many connections a user may hold to a port, by what the plans of the add-ons that they ordered there allow. */
export function maxConnections(allowed: readonly number[]): number {
  const largest = Math.max(minLimit, ...allowed)
  return allowed.length > 1 ? Math.max(severalLimit, largest) : largest
}
