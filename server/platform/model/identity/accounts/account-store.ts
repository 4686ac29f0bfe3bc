import type {
  AvatarId,
  InvitationId,
  OrganisationId,
  OwnerId,
  UserId,
} from '#platform/model/ids.ts'
import type { Avatar } from './avatar.ts'
import type { MailedKey } from './email-token.ts'
import type { Invitation } from './invitation.ts'
import type { Member, Organisation, OrganisationChange } from './organisation.ts'
import type { SshKey } from './ssh-key.ts'
import type { User, UserChange } from './user.ts'
import type { UserSetting } from './user-setting.ts'

export interface Users {
  /** Adds the account with its primary address; the caller must ensure that the address is free. */
  add(user: User): Promise<void>
  find(id: UserId): Promise<User | undefined>
  /** Those of these accounts that exist, in any order. */
  list(ids: readonly UserId[]): Promise<User[]>
  /** Matches any address of the account. */
  findByEmail(email: string): Promise<User | undefined>
  change(id: UserId, change: UserChange): Promise<void>
  /** Removes the account with its addresses, keys, tokens, sessions and memberships. */
  remove(id: UserId): Promise<void>
}

export interface Emails {
  /** Adds a confirmed address; `false`, without a write, when an account has it already. */
  add(userId: UserId, email: string): Promise<boolean>
  /** All addresses of a user, the primary one included, in alphabetical order. */
  listOf(userId: UserId): Promise<string[]>
  remove(userId: UserId, email: string): Promise<boolean>
}

export interface SshKeys {
  /** Inserts the key or replaces the user's key of that name. */
  put(key: SshKey): Promise<void>
  list(userId: UserId): Promise<SshKey[]>
  /** The key with this fingerprint, of any user. */
  findByFingerprint(fingerprint: string): Promise<SshKey | undefined>
  remove(userId: UserId, name: string): Promise<boolean>
}

/** What programs keep for users. */
export interface UserSettings {
  /** Inserts the setting or replaces its value. */
  put(setting: UserSetting): Promise<void>
  find(key: Pick<UserSetting, 'userId' | 'env' | 'name'>): Promise<UserSetting | undefined>
  /** Those of one `env`, by name. */
  listOf(userId: UserId, env: string): Promise<UserSetting[]>
  /** Number of all settings of a user. */
  countOf(userId: UserId): Promise<number>
  remove(key: Pick<UserSetting, 'userId' | 'env' | 'name'>): Promise<boolean>
}

export interface CountedOrganisation {
  organisation: Organisation
  members: number
  applications: number
  addons: number
}

export interface Organisations {
  add(organisation: Organisation): Promise<void>
  find(id: OrganisationId): Promise<Organisation | undefined>
  /** Organisations of the user with the role there, sorted by name. */
  listOf(userId: UserId): Promise<{ organisation: Organisation; role: Member['role'] }[]>
  /** All organisations by name, of which name or id contain a text, with how much they have. */
  listAll(page: { search: string; limit: number; offset: number }): Promise<CountedOrganisation[]>
  /** Ids of the organisations counted against this quota account. */
  listOfQuotaAccount(accountId: OwnerId): Promise<OrganisationId[]>
  change(id: OrganisationId, change: OrganisationChange): Promise<void>
  /** Removes the organisation with its members and invitations. */
  remove(id: OrganisationId): Promise<void>
}

export interface Members {
  put(member: Member): Promise<void>
  find(organisationId: OrganisationId, userId: UserId): Promise<Member | undefined>
  /** The administrator who has been a member longest. */
  findOldestAdministrator(organisationId: OrganisationId): Promise<Member | undefined>
  /** Sorted by the user's e-mail address. */
  listOf(organisationId: OrganisationId): Promise<{ member: Member; user: User }[]>
  remove(organisationId: OrganisationId, userId: UserId): Promise<boolean>
}

export interface Invitations {
  /** Adds the invitation and removes an earlier one of the same address. */
  put(invitation: Invitation): Promise<void>
  find(digest: string): Promise<Invitation | undefined>
  listOf(organisationId: OrganisationId): Promise<Invitation[]>
  /** Removes and returns the invitation, so that it can be used once. */
  take(digest: string): Promise<Invitation | undefined>
  remove(organisationId: OrganisationId, id: InvitationId): Promise<boolean>
}

export interface MailedKeys {
  add(key: MailedKey): Promise<void>
  find(digest: string, purpose: MailedKey['purpose']): Promise<MailedKey | undefined>
  /** Removes and returns the key, together with all others of the same purpose and address. */
  take(digest: string, purpose: MailedKey['purpose']): Promise<MailedKey | undefined>
  /** All keys of a user, newest first. */
  listOf(userId: UserId, purpose: MailedKey['purpose']): Promise<MailedKey[]>
  removeOf(userId: UserId, purpose: MailedKey['purpose']): Promise<void>
}

export interface Avatars {
  /** Inserts the avatar and removes the owner's previous one. */
  put(avatar: Avatar): Promise<void>
  find(id: AvatarId): Promise<Avatar | undefined>
  removeOf(ownerId: Avatar['ownerId']): Promise<void>
}
