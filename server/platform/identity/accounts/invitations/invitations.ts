import { digestOf } from '#kit/crypto/digest.ts'
import { newId, newSecret } from '#kit/text/ids.ts'
import { validateEmail } from '#platform/identity/accounts/email/email-address.ts'
import { byMailedLink } from '#platform/identity/accounts/email/email-tokens.ts'
import {
  refusePersonalSpace,
  validateJob,
} from '#platform/identity/accounts/organisations/members.ts'
import { getOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import { type AuditContext, recordAction } from '#platform/identity/audit/audit-log.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { permissions, type Rule } from '#platform/model/identity/access/permissions.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { Invitation } from '#platform/model/identity/accounts/invitation.ts'
import type { Organisation, Role } from '#platform/model/identity/accounts/organisation.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { InvitationId, OwnerId, UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'

const lifetime = 7 * 24 * 3_600_000
const maxPending = 500

type Context = Pick<Platform, 'store' | 'clock' | 'attempts' | 'mailWorker'>

/**
 * Invites an e-mail address. Nothing here depends on whether it has an account, so nothing reveals it. Replaces an
 * earlier invitation of the same address.
 */
export async function inviteMember(
  platform: Context,
  { organisationId, inviter, from }: { organisationId: OwnerId; inviter: User; from: string },
  request: { email: string; role: Role; job: string },
): Promise<Invitation> {
  refusePersonalSpace(organisationId)
  const [email, job] = [validateEmail(request.email), validateJob(request.job)]
  const account = await quotaAccountOf(platform.store, organisationId)
  await platform.attempts.count('invitation', { account, from })
  // Per address across all organisations, because the recipient has not asked for our e-mails.
  await platform.attempts.count('invited address', { account: email, from })
  const { store, clock } = platform
  const organisation = await getOrganisation(platform, organisationId)
  const members = await store.members.listOf(organisationId)
  if (members.some(({ user }) => user.email === email)) {
    throw new Refusal('conflict', `${email} is already a member of ${organisation.name}.`)
  }
  const key = newSecret()
  const createdAt = clock()
  const invitation: Invitation = {
    id: newId('invitation'),
    digest: digestOf(key),
    organisationId,
    email,
    job,
    role: request.role,
    invitedBy: inviter.id,
    createdAt,
    expiresAt: createdAt + lifetime,
  }
  await store.transaction(async ({ invitations }) => {
    const pending = await invitations.listOf(organisationId)
    if (pending.length >= maxPending && !pending.some((other) => other.email === email)) {
      throw new Refusal('conflict', `${maxPending} invitations are pending. Cancel some first.`)
    }
    await invitations.put(invitation)
  })
  await post(platform, 'invitation', email, {
    key,
    role: request.role,
    organisation: organisation.name,
    inviter: inviter.name,
  })
  return invitation
}

/** Invitations that can still be accepted. */
export async function listInvitations(
  platform: Pick<Platform, 'store' | 'clock'>,
  ownerId: OwnerId,
): Promise<Invitation[]> {
  if (isPersonalSpace(ownerId)) return []
  const all = await platform.store.invitations.listOf(ownerId)
  const open = await Promise.all(all.map((invitation) => isOpen(platform, invitation)))
  return all.filter((_, index) => open[index])
}

export async function withdrawInvitation(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
  id: InvitationId,
): Promise<void> {
  if (!isPersonalSpace(ownerId) && (await store.invitations.remove(ownerId, id))) return
  throw new Refusal('missing', `There is no invitation ${id}.`)
}

/** Contents of an invitation, shown to the holder of its key. */
export interface Offer {
  invitation: Invitation
  organisation: Organisation
  inviter: User
}

export async function getOffer(
  platform: Pick<Platform, 'store' | 'clock'>,
  key: string,
): Promise<Offer> {
  const { store } = platform
  const invitation = await store.invitations.find(digestOf(key))
  if (!invitation || !(await isOpen(platform, invitation))) throw gone()
  const [organisation, inviter] = await Promise.all([
    store.organisations.find(invitation.organisationId),
    store.users.find(invitation.invitedBy),
  ])
  if (!organisation || !inviter) throw gone()
  return { invitation, organisation, inviter }
}

/** Makes the user a member. Works once; when refused, the invitation stays open. */
export async function acceptInvitation(
  platform: AuditContext,
  key: string,
  userId: UserId,
  from = '',
): Promise<Offer> {
  return platform.store.transaction(async (store) => {
    const offer = await getOffer({ ...platform, store }, key)
    const { id, organisationId, role, job, digest } = offer.invitation
    if (await store.members.find(organisationId, userId)) {
      throw new Refusal('conflict', `You are already a member of ${offer.organisation.name}.`)
    }
    await store.invitations.take(digest)
    await store.members.put({ organisationId, userId, role, job })
    const action = { ownerId: organisationId, action: 'member.join', target: id, from } as const
    await recordAction({ ...platform, store }, inBrowser(userId), { ...action, outcome: 'done' })
    return offer
  })
}

/** Declines the invitation; the key suffices, no account is needed. */
export async function declineInvitation(
  platform: AuditContext,
  key: string,
  from = '',
): Promise<Offer> {
  return platform.store.transaction(async (store) => {
    const inside = { ...platform, store }
    const offer = await getOffer(inside, key)
    const { id, organisationId, digest } = offer.invitation
    await store.invitations.take(digest)
    const action = {
      ownerId: organisationId,
      action: 'invitation.decline',
      target: id,
      from,
    } as const
    await recordAction(inside, byMailedLink(''), { ...action, outcome: 'done' })
    return offer
  })
}

const inBrowser = (userId: UserId): Caller => ({
  userId,
  credential: 'session',
  credentialId: '',
  rights: everyRight,
})

/** An invitation is open only as long as its sender has the permission to invite. */
async function isOpen(
  { store, clock }: { store: Store; clock: Platform['clock'] },
  { organisationId, invitedBy, expiresAt }: Invitation,
): Promise<boolean> {
  if (expiresAt <= clock()) return false
  const inviter = await store.members.find(organisationId, invitedBy)
  const { roles }: Rule = permissions.recruit
  return inviter !== undefined && roles.includes(inviter.role)
}

const gone = () =>
  new Refusal(
    'missing',
    'This invitation is invalid, was used or cancelled, or has expired. Ask for a new one.',
  )
