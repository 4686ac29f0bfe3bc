import { invitationList } from '#api/answers/organisations.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import {
  listInvitations,
  withdrawInvitation,
} from '#platform/identity/accounts/invitations/invitations.ts'
import { parseInvitationId } from '#platform/model/ids.ts'

const path = '/v2/organisations/:ownerId/invitations'

export const listInvitationsOf = endpoint({
  method: 'GET',
  path,
  access: { on: 'owner', may: 'recruit' },
  summary: 'Lists the invitations that nobody has answered yet',
  answer: invitationList,
  async handle({ platform, ownerId }) {
    const pending = await listInvitations(platform, ownerId)
    return pending.map(({ id, email, role, job, createdAt, expiresAt, invitedBy }) => ({
      id,
      email,
      role,
      job,
      createdAt,
      expiresAt,
      invitedBy,
    }))
  },
})

export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: `${path}/:invitationId`,
  access: { on: 'owner', may: 'recruit' },
  action: 'invitation.withdraw',
  summary: 'Cancels an invitation',
  answer: outcome,
  async handle({ platform, ownerId, params }) {
    await withdrawInvitation(platform, ownerId, parseInvitationId(params.invitationId))
    return done('The invitation was cancelled.')
  },
})
