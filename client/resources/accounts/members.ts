import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'

export const roles = ['ADMIN', 'MANAGER', 'DEVELOPER', 'ACCOUNTING'] as const
export type Role = (typeof roles)[number]

/** A user's place in an organisation. */
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

/** A place that was offered by mail and that nobody has taken yet. */
export interface Invitation {
  id: string
  email: string
  role: Role
  job: string
  /** Milliseconds since the epoch. */
  createdAt: number
  expiresAt: number
  /** The id of a user. */
  invitedBy: string
}

export const members = ({ ask }: Connection) => ({
  list: (organisationId: string) =>
    ask<Member[]>({ method: 'GET', path: path`/v2/organisations/${organisationId}/members` }),

  invite: (organisationId: string, wish: { email: string; role: Role; job?: string }) =>
    ask<Message>({
      method: 'POST',
      path: path`/v2/organisations/${organisationId}/members`,
      body: wish,
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

  /** The invitations that nobody has answered yet. */
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
