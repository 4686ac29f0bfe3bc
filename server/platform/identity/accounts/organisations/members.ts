import { permitOwner } from '#platform/identity/access/permit.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { passOnQuotaAccount } from '#platform/identity/quotas.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import {
  isPersonalSpace,
  type Member,
  type Role,
} from '#platform/model/identity/accounts/organisation.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { OrganisationId, OwnerId, UserId } from '#platform/model/ids.ts'
import { validateLine } from '#platform/model/plain-text.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'

export const validateJob = (job: string) => validateLine(job, 'The job', 100)

/** Members of an owner; a personal space has its user alone. */
export async function listMembers(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
): Promise<{ member: Pick<Member, 'role' | 'job'>; user: User }[]> {
  if (!isPersonalSpace(ownerId)) return store.members.listOf(ownerId)
  const user = await store.users.find(ownerId)
  if (!user) return []
  return [{ user, member: { role: 'ADMIN', job: '' } }]
}

/** Changes a member's role, job or both, atomically. */
export async function changeMember(
  { store }: Pick<Platform, 'store'>,
  organisationId: OwnerId,
  userId: UserId,
  { role, job }: { role?: Role; job?: string },
): Promise<void> {
  refusePersonalSpace(organisationId)
  const valid = job === undefined ? {} : { job: validateJob(job) }
  await store.transaction(async (inside) => {
    const member = await getMember(inside, organisationId, userId)
    if (role && role !== 'ADMIN') await refuseLastAdministrator(inside, member)
    await inside.members.put({ ...member, ...(role && { role }), ...valid })
  })
}

/** Removes a member; leaving needs no permission. */
export async function removeMember(
  { store }: Pick<Platform, 'store'>,
  caller: Caller,
  organisationId: OwnerId,
  userId: UserId,
): Promise<void> {
  refusePersonalSpace(organisationId)
  if (userId !== caller.userId) await permitOwner({ store }, caller, 'recruit', organisationId)
  await store.transaction(async (inside) => {
    await refuseLastAdministrator(inside, await getMember(inside, organisationId, userId))
    await inside.members.remove(organisationId, userId)
    await passOnQuotaAccount(inside, organisationId)
  })
}

/** Refuses to remove or demote the last administrator. Valid only inside a transaction. */
async function refuseLastAdministrator(store: Store, member: Member): Promise<void> {
  if (member.role !== 'ADMIN') return
  const all = await store.members.listOf(member.organisationId)
  if (all.filter((other) => other.member.role === 'ADMIN').length > 1) return
  const organisation = await store.organisations.find(member.organisationId)
  throw new Refusal(
    'conflict',
    `${organisation?.name} needs an administrator. Make another member an administrator first, or delete the organisation.`,
  )
}

/** Refuses members in a personal space. */
export function refusePersonalSpace(ownerId: OwnerId): asserts ownerId is OrganisationId {
  if (!isPersonalSpace(ownerId)) return
  throw new Refusal(
    'conflict',
    'A personal space cannot have other members. Create an organisation to share things.',
  )
}

async function getMember(
  store: Store,
  organisationId: OrganisationId,
  userId: UserId,
): Promise<Member> {
  const member = await store.members.find(organisationId, userId)
  if (member) return member
  throw new Refusal('missing', `There is no member ${userId}.`)
}
