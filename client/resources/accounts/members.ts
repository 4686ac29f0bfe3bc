import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'

export const roles = ['ADMIN', 'MANAGER', 'DEVELOPER', 'ACCOUNTING'] as const
export type Role = (typeof roles)[number]

/** Membership of a user in an organisation. */
export interface Member {
  member: {
    id: string
    email: string
    name: string
    avatar: string
    preferredMFA: 'NONE' | 'TOTP'
  }
  role: Role
  job: string
}

/** A pending invitation, sent by e-mail. */
export interface Invitation {
  id: string
  email: string
  role: Role
  job: string
  /** Milliseconds since the epoch. */
  createdAt: number
  expiresAt: number
  /** Id of the user who sent it. */
  invitedBy: string
}

export const members = ({ ask }: Connection) => ({
  list: (organisationId: string) =>
    ask<Member[]>({ method: 'GET', path: path`/v2/organisations/${organisationId}/members` }),

  invite: (organisationId: string, invitation: { email: string; role: Role; job?: string }) =>
    ask<Message>({
      method: 'POST',
      path: path`/v2/organisations/${organisationId}/members`,
      body: invitation,
    }),

  change: (organisationId: string, userId: string, change: { role?: Role; job?: string }) =>
    ask<Message>({
      method: 'PUT',
      path: path`/v2/organisations/${organisationId}/members/${userId}`,
      body: change,
    }),

  remove: (organisationId: string, userId: string) =>
    ask<Message>({
      method: 'DELETE',
      path: path`/v2/organisations/${organisationId}/members/${userId}`,
    }),

  /** Pending invitations. */
  listInvitations: (organisationId: string) =>
    ask<Invitation[]>({
      method: 'GET',
      path: path`/v2/organisations/${organisationId}/invitations`,
    }),

  withdrawInvitation: (organisationId: string, id: string) =>
    ask<Message>({
      method: 'DELETE',
      path: path`/v2/organisations/${organisationId}/invitations/${id}`,
    }),
})
