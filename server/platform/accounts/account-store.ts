import type { AvatarId, InvitationId, OrganisationId, OwnerId, UserId } from '#platform/ids.ts'
import type { MailedKey } from './email/email-token.ts'
import type { Invitation } from './invitations/invitation.ts'
import type { Member, Organisation, OrganisationChange } from './organisations/organisation.ts'
import type { Avatar } from './users/avatar.ts'
import type { SshKey } from './users/ssh-key.ts'
import type { User, UserChange } from './users/user.ts'

export interface Users {
  /** Adds the account with its primary address; an address that somebody has already is a bug of the caller. */
  add(user: User): Promise<void>
  find(id: UserId): Promise<User | undefined>
  /** By any of the account's addresses. */
  findByEmail(email: string): Promise<User | undefined>
  change(id: UserId, change: UserChange): Promise<void>
  /** Removes the account with everything that is its own: addresses, keys, tokens, sessions, memberships. */
  remove(id: UserId): Promise<void>
}

export interface Emails {
  /** Adds a confirmed address; `false`, and nothing is written, when it is somebody's already. */
  add(userId: UserId, email: string): Promise<boolean>
  /** All addresses of a user, the primary one included, in alphabetical order. */
  listOf(userId: UserId): Promise<string[]>
  remove(userId: UserId, email: string): Promise<boolean>
}

export interface SshKeys {
  /** Adds the key, or replaces the user's key of that name. */
  put(key: SshKey): Promise<void>
  list(userId: UserId): Promise<SshKey[]>
  /** Whose key has this fingerprint, if anyone's. */
  findByFingerprint(fingerprint: string): Promise<SshKey | undefined>
  remove(userId: UserId, name: string): Promise<boolean>
}

export interface Organisations {
  add(organisation: Organisation): Promise<void>
  find(id: OrganisationId): Promise<Organisation | undefined>
  /** Those that the user is a member of, with the role there, by name. */
  listOf(userId: UserId): Promise<{ organisation: Organisation; role: Member['role'] }[]>
  /** The ids of those that count for the quotas of this account. */
  listOfQuotaAccount(accountId: OwnerId): Promise<OrganisationId[]>
  change(id: OrganisationId, change: OrganisationChange): Promise<void>
  /** Removes it with its members and invitations. */
  remove(id: OrganisationId): Promise<void>
}

export interface Members {
  put(member: Member): Promise<void>
  find(organisationId: OrganisationId, userId: UserId): Promise<Member | undefined>
  /** The administrator who has been a member longest. */
  findOldestAdministrator(organisationId: OrganisationId): Promise<Member | undefined>
  /** By e-mail address of the user. */
  listOf(organisationId: OrganisationId): Promise<{ member: Member; user: User }[]>
  remove(organisationId: OrganisationId, userId: UserId): Promise<boolean>
}

export interface Invitations {
  /** Adds it, and takes back an earlier one of the same address. */
  put(invitation: Invitation): Promise<void>
  find(digest: string): Promise<Invitation | undefined>
  listOf(organisationId: OrganisationId): Promise<Invitation[]>
  /** Gives it away once. */
  take(digest: string): Promise<Invitation | undefined>
  remove(organisationId: OrganisationId, id: InvitationId): Promise<boolean>
}

export interface MailedKeys {
  add(key: MailedKey): Promise<void>
  find(digest: string, purpose: MailedKey['purpose']): Promise<MailedKey | undefined>
  /** Gives it away once, with all others of the same purpose and address. */
  take(digest: string, purpose: MailedKey['purpose']): Promise<MailedKey | undefined>
  /** All of a user's account, newest first. */
  listOf(userId: UserId, purpose: MailedKey['purpose']): Promise<MailedKey[]>
  removeOf(userId: UserId, purpose: MailedKey['purpose']): Promise<void>
}

export interface Avatars {
  /** Adds it, and removes the one that the owner had. */
  put(avatar: Avatar): Promise<void>
  find(id: AvatarId): Promise<Avatar | undefined>
  removeOf(ownerId: OwnerId): Promise<void>
}
