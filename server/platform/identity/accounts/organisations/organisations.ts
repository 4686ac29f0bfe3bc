import { newId } from '#kit/text/ids.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { requireCount } from '#platform/identity/quotas.ts'
import {
  newOrganisation,
  type Organisation,
  type OrganisationDetails,
} from '#platform/model/identity/accounts/organisation.ts'
import type { OrganisationId, OwnerId, UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { validateDetails, validateOrganisationName } from './organisation-details.ts'

const maxOrganisations = 100

/** Fields to set; omitted ones stay as they are. */
export interface OrganisationRequest {
  name?: string
  details?: Partial<OrganisationDetails>
}

export async function getOrganisation(
  { store }: Pick<Platform, 'store'>,
  id: OrganisationId,
): Promise<Organisation> {
  const organisation = await store.organisations.find(id)
  if (organisation) return organisation
  throw new Refusal('missing', `There is no organisation ${id}.`)
}

/** Creates an organisation with the user as administrator. */
export async function createOrganisation(
  { store, clock, policies }: Pick<Platform, 'store' | 'clock' | 'policies'>,
  userId: UserId,
  { name, details = {} }: OrganisationRequest & { name: string },
): Promise<Organisation> {
  const fresh = newOrganisation(newId('orga'), validateOrganisationName(name), clock(), userId)
  const organisation = { ...fresh, details: { ...fresh.details, ...validateDetails(details) } }
  await store.transaction(async (inside) => {
    const present = (await inside.organisations.listOfQuotaAccount(userId)).length
    const noun = 'organisations that count for you'
    requireCount(policies.quotas, 'organisations', { present, adding: 1, noun })
    if ((await inside.organisations.listOf(userId)).length >= maxOrganisations) {
      throw new Refusal(
        'conflict',
        `You already belong to ${maxOrganisations} organisations. Leave or delete one first.`,
      )
    }
    await inside.organisations.add(organisation)
    const place = { organisationId: organisation.id, userId }
    await inside.members.put({ ...place, role: 'ADMIN', job: '' })
  })
  return organisation
}

/** Changes only the given fields. */
export async function changeOrganisation(
  { store }: Pick<Platform, 'store'>,
  id: OrganisationId,
  { name, details = {} }: OrganisationRequest,
): Promise<Organisation> {
  const valid = validateDetails(details)
  const named = name === undefined ? {} : { name: validateOrganisationName(name) }
  return store.transaction(async (inside) => {
    const organisation = await getOrganisation({ store: inside }, id)
    const change = { ...named, details: { ...organisation.details, ...valid } }
    await inside.organisations.change(id, change)
    return { ...organisation, ...change }
  })
}

/** Deletes an empty organisation with its members, invitations and avatar. */
export async function deleteOrganisation(
  { store, buyers }: Pick<Platform, 'store' | 'buyers'>,
  id: OrganisationId,
): Promise<Organisation> {
  return store.transaction(async (inside) => {
    const organisation = await getOrganisation({ store: inside }, id)
    const belongings = await listBelongings(inside, id)
    if (belongings.length > 0) {
      throw new Refusal(
        'conflict',
        `${organisation.name} still owns ${belongings.join('; ')}. Delete them first.`,
      )
    }
    await buyers.remember(inside, id)
    await inside.spendingAlerts.replace(id, [])
    await inside.webhooks.removeOf(id)
    await inside.emailHooks.removeOf(id)
    await inside.alertRules.removeOf(id)
    await inside.certificates.removeOf(id)
    await inside.networkGroups.removeOf(id)
    await inside.shellBans.lift(id)
    await inside.certificateOrders.removeOf(id)
    await inside.avatars.removeOf(id)
    await inside.organisations.remove(id)
    return organisation
  })
}

const maxNamed = 20

/** What an owner has, as text for messages: `the applications web, worker`. */
async function listBelongings(store: Store, ownerId: OwnerId): Promise<string[]> {
  const [applications, addons, providers, consumers] = await Promise.all([
    store.applications.listOf(ownerId),
    store.addons.listOf(ownerId),
    store.providers.listOf(ownerId),
    store.consumers.listOf(ownerId),
  ])
  return [
    namesOf('application', applications),
    namesOf('add-on', addons),
    namesOf(
      'add-on provider',
      providers.map(({ id }) => ({ name: id })),
    ),
    namesOf('OAuth consumer', consumers),
  ].flat()
}

function namesOf(noun: string, things: readonly { name: string }[]): string[] {
  if (things.length === 0) return []
  const named = things.slice(0, maxNamed).map(({ name }) => name)
  const more = things.length > maxNamed ? [`${things.length - maxNamed} more`] : []
  return [`the ${noun}${things.length > 1 ? 's' : ''} ${[...named, ...more].join(', ')}`]
}
