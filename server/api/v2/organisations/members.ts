import { memberList } from '#api/answers/organisations.ts'
import { invitationOutcome, outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { avatarUrl } from '#api/v2/avatar-url.ts'
import { preferredMfaOf, userOf } from '#api/v2/self/self.ts'
import { clearable, object, oneOf, optional, string } from '#kit/schema.ts'
import { inviteMember } from '#platform/identity/accounts/invitations/invitations.ts'
import {
  changeMember,
  listMembers,
  removeMember,
} from '#platform/identity/accounts/organisations/members.ts'
import { roles } from '#platform/model/identity/accounts/organisation.ts'
import { parseUserId } from '#platform/model/ids.ts'

const path = '/v2/organisations/:ownerId/members'
const role = oneOf(...roles)

export const listMembersOf = endpoint({
  method: 'GET',
  path,
  access: { on: 'owner', may: 'belong' },
  summary: 'Lists the members of an organisation with their roles',
  answer: memberList,
  async handle({ platform, addresses, ownerId }) {
    const members = await listMembers(platform, ownerId)
    return Promise.all(
      members.map(async ({ user, member }) => ({
        member: {
          id: user.id,
          email: user.email,
          name: user.name,
          avatar: avatarUrl(addresses, user.avatar),
          preferredMFA: preferredMfaOf(await platform.store.secondFactors.find(user.id)),
        },
        role: member.role,
        job: member.job,
      })),
    )
  },
})

export const postMember = endpoint({
  method: 'POST',
  path,
  access: { on: 'owner', may: 'recruit' },
  action: 'member.invite',
  summary: 'Invites someone by e-mail to become a member',
  body: object({ email: string, role, job: clearable }),
  answer: invitationOutcome,
  async handle({ platform, caller, ownerId, from, body: { email, role, job = '' } }) {
    const inviter = await userOf(platform, caller)
    const place = { organisationId: ownerId, inviter, from }
    const { id } = await inviteMember(platform, place, { email, role, job })
    return done(`Sent an invitation to ${email.trim()}.`, { invitationId: id })
  },
})

export const putMember = endpoint({
  method: 'PUT',
  path: `${path}/:userId`,
  access: { on: 'owner', may: 'recruit' },
  action: 'member.change',
  summary: "Changes a member's role or job",
  body: object({ role: optional(role), job: clearable }),
  answer: outcome,
  async handle({ platform, ownerId, params, body: { role, job } }) {
    await changeMember(platform, ownerId, parseUserId(params.userId), {
      ...(role !== undefined && { role }),
      ...(job !== undefined && { job }),
    })
    return done('The member was changed.')
  },
})

export const deleteMember = endpoint({
  method: 'DELETE',
  path: `${path}/:userId`,
  access: { on: 'owner', may: 'leave' },
  action: 'member.remove',
  summary: 'Removes a member; every member may leave',
  answer: outcome,
  async handle({ platform, caller, ownerId, params }) {
    await removeMember(platform, caller, ownerId, parseUserId(params.userId))
    return done('The member was removed.')
  },
})
