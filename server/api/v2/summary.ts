import { type applicationSummary, summaryAnswer } from '#api/answers/organisations.ts'
import { type Addresses, endpoint } from '#api/http/endpoint.ts'
import { jsonText } from '#api/http/response.ts'
import { partnerOf, userOf } from '#api/v2/self/self.ts'
import type { Infer } from '#kit/schema.ts'
import { hasPersonalPermission } from '#platform/identity/access/permit.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { permissions, type Rule } from '#platform/model/identity/access/permissions.ts'
import { noDetails } from '#platform/model/identity/accounts/organisation.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Platform } from '#platform/platform.ts'
import { realIdOf } from './addon-record.ts'
import { avatarUrl } from './avatar-url.ts'
import { vatStateOf } from './organisation-record.ts'
import { applicationStateOf, variantOf } from './wire.ts'

/** Collections that the summary depends on. */
const shown = [
  ...(['users', 'organisations', 'members', 'applications', 'consumers', 'avatars'] as const),
  ...(['addons', 'providers'] as const),
]

const mayLook: Rule = permissions.see

export const getSummary = endpoint({
  method: 'GET',
  path: '/v2/summary',
  access: { on: 'user', may: 'overview' },
  summary: 'Shows the user and everything of the organisations they belong to, in short',
  answer: summaryAnswer,
  async handle({ platform, addresses, caller }) {
    const showsEmail = hasPersonalPermission(caller, 'read')
    const make = async () => {
      const user = await userOf(platform, caller)
      return Buffer.from(JSON.stringify(await summarise(platform, addresses, user, showsEmail)))
    }
    const key = `summary of ${caller.userId}${showsEmail ? ' with e-mail' : ''}`
    return jsonText(await platform.store.derive(shown, key, make))
  },
})

/**
 * Depends only on the user, so that the result can be cached, and on whether the credential may read the user's
 * personal information.
 */
async function summarise(
  { store }: Pick<Platform, 'store'>,
  addresses: Addresses,
  user: User,
  showsEmail: boolean,
): Promise<Infer<typeof summaryAnswer>> {
  const [memberships, applications, consumers, addons, providers] = await Promise.all([
    store.organisations.listOf(user.id),
    store.applications.listSeenBy(user.id),
    store.consumers.listSeenBy(user.id),
    store.addons.listSeenBy(user.id),
    store.providers.listAll(),
  ])
  const variantIds = new Map<string, string>()
  for (const { type } of applications) {
    if (!variantIds.has(type)) variantIds.set(type, variantOf(type, '').id)
  }
  const applicationsByOwner = Map.groupBy(applications, ({ ownerId }) => ownerId)
  const applicationsOf = (ownerId: OwnerId) =>
    (applicationsByOwner.get(ownerId) ?? []).map((application) =>
      applicationToWire(application, variantIds.get(application.type)),
    )
  const consumersByOwner = Map.groupBy(consumers, ({ ownerId }) => ownerId)
  const consumersOf = (ownerId: OwnerId) =>
    (consumersByOwner.get(ownerId) ?? []).map(({ name, key, picture, url }) => ({
      name,
      key,
      picture,
      url,
    }))
  const logos = new Map(providers.map(({ id, presentation }) => [id, presentation.logoUrl]))
  const addonsByOwner = Map.groupBy(addons, ({ ownerId }) => ownerId)
  const addonsOf = (ownerId: OwnerId) =>
    (addonsByOwner.get(ownerId) ?? []).map((addon) =>
      addonToWire(addon, logos.get(addon.providerId)),
    )
  const providersByOwner = Map.groupBy(providers, ({ ownerId }) => ownerId)
  const providersOf = (ownerId: OwnerId) =>
    (providersByOwner.get(ownerId) ?? []).map(({ id, presentation }) => ({
      id,
      name: presentation.name,
    }))
  const organisations = memberships.map(({ organisation, role }) => ({
    ...ownerToWire(organisation, addresses),
    role,
    providers: providersOf(organisation.id),
    vatState: vatStateOf(organisation.details),
    applications: mayLook.roles.includes(role) ? applicationsOf(organisation.id) : [],
    addons: mayLook.roles.includes(role) ? addonsOf(organisation.id) : [],
    consumers: consumersOf(organisation.id),
  }))
  return {
    user: {
      id: user.id,
      name: user.name,
      ...(showsEmail && { email: user.email }),
      avatar: avatarUrl(addresses, user.avatar),
      applications: applicationsOf(user.id),
      addons: addonsOf(user.id),
      consumers: consumersOf(user.id),
      providers: providersOf(user.id),
      lang: user.profile.lang,
      admin: false,
      canSEPA: false,
      ...partnerOf(addresses),
    },
    organisations: [...organisations, personalSpace(user, addresses, organisations)],
  }
}

const ownerToWire = (
  { id, name, avatar }: { id: string; name: string; avatar: string },
  addresses: Addresses,
) => ({
  id,
  name,
  avatar: avatarUrl(addresses, avatar),
  canPay: true,
  canSEPA: false,
  cleverEnterprise: false,
  emergencyNumber: null,
  isTrusted: false,
})

/**
 * The personal space in the list of organisations, where clients look for owners. Its things are under `user` alone,
 * because clients that search both would find them twice. Its name is made unique, because clients select an
 * organisation by name.
 */
function personalSpace(user: User, addresses: Addresses, others: readonly { name: string }[]) {
  const isTaken = others.some(({ name }) => name === user.name)
  return {
    ...ownerToWire(user, addresses),
    name: isTaken ? `${user.name} (personal space)` : user.name,
    role: 'ADMIN' as const,
    providers: [],
    vatState: vatStateOf(noDetails),
    applications: [],
    addons: [],
    consumers: [],
  }
}

const applicationToWire = (
  application: Application,
  instanceVariant: string | undefined,
): Infer<typeof applicationSummary> => ({
  id: application.id,
  name: application.name,
  instanceType: application.type,
  ...(instanceVariant !== undefined && { instanceVariant }),
  variantSlug: application.type,
  archived: application.archived,
  homogeneous: application.homogeneous,
  variantLogoUrl: '',
  state: applicationStateOf(application, undefined),
  commit: application.commit,
  systemTags: [],
  customerTags: application.tags,
})

const addonToWire = (addon: Addon, logoUrl: string | undefined) => ({
  id: addon.id,
  realId: realIdOf(addon),
  name: addon.name,
  providerId: addon.providerId,
  logoUrl: logoUrl ?? '',
  systemTags: [],
  customerTags: addon.tags,
})
