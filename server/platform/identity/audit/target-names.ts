import type { Platform } from '#platform/identity/platform.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import type { AuditEntry } from '#platform/model/identity/audit/entry.ts'
import { isUserId, type OwnerId } from '#platform/model/ids.ts'

export const targetKinds = [
  'application',
  'addon',
  'provider',
  'plan',
  'consumer',
  'member',
  'invitation',
  'organisation',
] as const

/** Something that an audit entry is about. */
export interface NamedTarget {
  id: string
  kind: (typeof targetKinds)[number]
  name: string
}

/**
 * Names of everything that an owner has, and of former members in these entries, by id. Things of others are not there,
 * because an entry has whatever id somebody asked for.
 */
export async function targetNames(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
  entries: readonly AuditEntry[],
): Promise<ReadonlyMap<string, NamedTarget>> {
  const [applications, addons, providers, consumers] = await Promise.all([
    store.applications.listOf(ownerId),
    store.addons.listOf(ownerId),
    store.providers.listOf(ownerId),
    store.consumers.listOf(ownerId),
  ])
  const plans = await Promise.all(providers.map(({ id }) => store.plans.listOf(id)))
  const targets: NamedTarget[] = [
    ...applications.map(({ id, name }) => ({ id, kind: 'application' as const, name })),
    ...addons.map(({ id, name }) => ({ id, kind: 'addon' as const, name })),
    ...providers.map(({ id, presentation: { name } }) => ({ id, kind: 'provider' as const, name })),
    ...plans.flat().map(({ id, name }) => ({ id, kind: 'plan' as const, name })),
    ...consumers.map(({ key, name }) => ({ id: key, kind: 'consumer' as const, name })),
    ...(await formerMembers(store, entries)),
    ...(await peopleOf(store, ownerId)),
  ]
  return new Map(targets.map((target) => [target.id, target]))
}

/** What was done to a member proves that the user was one. */
async function formerMembers(
  store: Platform['store'],
  entries: readonly AuditEntry[],
): Promise<NamedTarget[]> {
  const done = entries.filter(
    ({ action, outcome }) => action.startsWith('member.') && outcome === 'done',
  )
  const ids = new Set(done.flatMap(({ target }) => target.split(' ')).filter(isUserId))
  const users = await Promise.all([...ids].map((id) => store.users.find(id)))
  return users.flatMap((user) =>
    user ? [{ id: user.id, kind: 'member' as const, name: user.name || user.email }] : [],
  )
}

/** Members, the invited and the organisation itself, or the user whose space it is. */
async function peopleOf(store: Platform['store'], ownerId: OwnerId): Promise<NamedTarget[]> {
  if (isPersonalSpace(ownerId)) {
    const user = await store.users.find(ownerId)
    return user ? [{ id: ownerId, kind: 'member', name: user.name || user.email }] : []
  }
  const organisation = await store.organisations.find(ownerId)
  const members = (await store.members.listOf(ownerId)).map(({ user: { id, name, email } }) => ({
    id,
    kind: 'member' as const,
    name: name || email,
  }))
  const invited = (await store.invitations.listOf(ownerId)).map(({ id, email }) => ({
    id,
    kind: 'invitation' as const,
    name: email,
  }))
  return organisation
    ? [...members, ...invited, { id: ownerId, kind: 'organisation', name: organisation.name }]
    : []
}
