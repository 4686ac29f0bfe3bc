import { getApplication } from '#platform/hosting/applications/find.ts'
import { assignHosts } from '#platform/hosting/certificates/assign-certificates.ts'
import { withdrawOrders } from '#platform/hosting/certificates/serve-hosts.ts'
import { type RouteContext, rerouteSoon } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf, requireCount } from '#platform/identity/quotas.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import {
  baseOf,
  type Domain,
  type DomainName,
  domainText,
  isWildcard,
} from '#platform/model/hosting/domain.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { requireProof } from './proof.ts'
import { refusePublicSuffix } from './public-suffix.ts'
import { refuseReservedName, siteOf } from './reserved-names.ts'

type Context = RouteContext & Pick<Platform, 'dns'>

/** Adds a domain to an application and sends its visitors there; one that it has already stays. */
export async function addDomain(
  platform: Context,
  application: Application,
  name: DomainName,
): Promise<void> {
  const { store, policies, dns } = platform
  const { id, ownerId } = application
  refuseReservedName(name, id, policies)
  const isBelowApps = siteOf(baseOf(name), policies.appsDomain) !== undefined
  if (!isBelowApps) await refusePublicSuffix(name)
  const isKnown = (await store.domains.listOwners([name.host])).includes(ownerId)
  const needsProof = policies.domainProof === 'dns' && !isBelowApps && !isKnown
  if (needsProof) await requireProof(dns, ownerId, name)
  await store.transaction(async (inside) => {
    await getApplication({ store: inside }, id)
    const present = await inside.domains.find(name)
    if (present?.applicationId === id) return
    if (present || (await isOthers(inside, application, name, policies.appsDomain))) {
      throw taken(name)
    }
    await requireRoom(inside, platform, application)
    await inside.domains.add({ ...name, applicationId: id, favourite: false })
  })
  await rerouteSoon(platform, id)
}

/** Removes a domain from an application; new visitors no longer reach it there. */
export async function removeDomain(
  platform: RouteContext,
  { id }: Application,
  name: DomainName,
): Promise<void> {
  await platform.store.transaction(async (inside) => {
    if (!(await inside.domains.remove(id, name))) throw unknown(name)
    await withdrawOrders(inside, [name.host])
  })
  await rerouteSoon(platform, id)
  await assignHosts(platform, [name.host])
}

export async function favouriteDomain(
  { store }: Pick<Platform, 'store'>,
  { id }: Application,
): Promise<Domain> {
  const favourite = (await store.domains.listOf(id)).find((domain) => domain.favourite)
  if (favourite) return favourite
  throw new Refusal('missing', 'The application has no favourite domain.', {
    reason: 'no-favourite-domain',
  })
}

/** Marks a domain as the one that clients open. */
export async function setFavouriteDomain(
  { store }: Pick<Platform, 'store'>,
  { id }: Application,
  name: DomainName,
): Promise<void> {
  if (isWildcard(name)) {
    throw new Refusal('invalid', 'A wildcard cannot be the favourite, because nobody can open it.')
  }
  await store.transaction(async (inside) => {
    const present = await inside.domains.find(name)
    if (present?.applicationId !== id) throw unknown(name)
    await inside.domains.setFavourite(id, name)
  })
}

export const unsetFavouriteDomain = (
  { store }: Pick<Platform, 'store'>,
  { id }: Application,
): Promise<void> => store.domains.setFavourite(id, undefined)

/**
 * Whether the name, or one that must have the same owner, belongs to somebody else. A host has one owner on all its
 * paths, a wildcard and the hosts below it have one, and a free name below the domain of applications with all below it.
 */
async function isOthers(
  { domains }: Store,
  { ownerId }: Application,
  name: DomainName,
  appsDomain: string,
): Promise<boolean> {
  const site = siteOf(baseOf(name), appsDomain)
  const owners = await domains.listOwners([
    name.host,
    ...wildcardsOver(name.host),
    ...(site === undefined ? [] : [site]),
  ])
  if (owners.some((owner) => owner !== ownerId)) return true
  const below = site ?? (isWildcard(name) ? baseOf(name) : undefined)
  return below !== undefined && (await domains.hasOtherOwnerBelow(below, ownerId))
}

/** Wildcards that a host is below, at any depth. */
const wildcardsOver = (host: string): string[] => {
  const labels = host.split('.')
  return labels.slice(1).map((_, place) => `*.${labels.slice(place + 1).join('.')}`)
}

async function requireRoom(
  store: Store,
  { policies }: Context,
  { ownerId }: Application,
): Promise<void> {
  const account = await quotaAccountOf(store, ownerId)
  const present = await store.domains.countOfQuotaAccount(account)
  requireCount(policies.quotas, 'domains', { present, adding: 1, noun: 'domains' })
}

/** The same sentence whoever has it, so that it tells nothing about other customers. */
const taken = (name: DomainName) =>
  new Refusal('conflict', `The domain ${domainText(name)} is already taken.`)

const unknown = (name: DomainName) =>
  new Refusal('missing', `The application has no domain ${domainText(name)}.`, {
    reason: 'domain-unknown',
  })
