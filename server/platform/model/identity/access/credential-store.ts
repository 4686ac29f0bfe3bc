import type { ApiTokenId, ConsumerOwnerId, OwnerId, UserId } from '#platform/model/ids.ts'
import type { ApiToken } from './api-token.ts'
import type {
  AccessToken,
  CliLogin,
  Consent,
  Consumer,
  ConsumerChange,
  RequestToken,
} from './consumer.ts'
import type { CodePurpose, SecondFactor } from './second-factor.ts'
import type { Session } from './session.ts'

export interface Consumers {
  add(consumer: Consumer): Promise<void>
  find(key: string): Promise<Consumer | undefined>
  /** Sorted by name. */
  listOf(ownerId: ConsumerOwnerId): Promise<Consumer[]>
  /** Number of consumers of all owners in this quota account. */
  countOfQuotaAccount(accountId: OwnerId): Promise<number>
  /** Summaries of the consumers of the user and of all their organisations, sorted by name. */
  listSeenBy(
    userId: UserId,
  ): Promise<Pick<Consumer, 'ownerId' | 'key' | 'name' | 'picture' | 'url'>[]>
  change(
    key: string,
    change: ConsumerChange & Partial<Pick<Consumer, 'secret' | 'acceptsUnsignedQuery'>>,
  ): Promise<void>
  /** Removes the consumer with everything issued through it. */
  remove(key: string): Promise<void>
}

export interface RequestTokens {
  add(token: RequestToken): Promise<void>
  find(token: string): Promise<RequestToken | undefined>
  /** Stores the user's agreement; `false` when the request token has one already. */
  agree(token: string, agreement: NonNullable<RequestToken['agreement']>): Promise<boolean>
  /** Removes and returns the request token, so that it can be used once. */
  take(token: string): Promise<RequestToken | undefined>
}

export interface Consents {
  put(consent: Consent): Promise<void>
  find(userId: UserId, consumerKey: string): Promise<Consent | undefined>
  /** Newest first. */
  listOf(userId: UserId): Promise<Consent[]>
  remove(userId: UserId, consumerKey: string): Promise<void>
  removeOf(userId: UserId): Promise<void>
}

export interface AccessTokens {
  add(token: AccessToken): Promise<void>
  find(token: string): Promise<AccessToken | undefined>
  /** Newest first. */
  listOf(userId: UserId): Promise<AccessToken[]>
  noteUse(token: string, date: number): Promise<void>
  remove(token: string): Promise<void>
  /** Removes all access tokens of a user except `kept`. */
  removeOf(userId: UserId, kept?: string): Promise<void>
}

export interface ApiTokens {
  add(token: ApiToken): Promise<void>
  findByDigest(digest: string): Promise<ApiToken | undefined>
  /** Newest first. */
  listOf(userId: UserId): Promise<ApiToken[]>
  noteUse(id: ApiTokenId, date: number): Promise<void>
  /** Returns `false` when the user has no such token, like `remove`. */
  rename(userId: UserId, id: ApiTokenId, name: string, description: string): Promise<boolean>
  remove(userId: UserId, id: ApiTokenId): Promise<boolean>
  removeOf(userId: UserId): Promise<void>
}

export interface Sessions {
  add(session: Session): Promise<void>
  find(digest: string): Promise<Session | undefined>
  /** The user's session with this id, which is the beginning of its digest. */
  findOf(userId: UserId, id: string): Promise<Session | undefined>
  /** Newest first, expired ones included. */
  listOf(userId: UserId): Promise<Session[]>
  remove(digest: string): Promise<void>
  /** Removes all sessions of a user, except the one whose id is `kept`. */
  removeOf(userId: UserId, kept?: string): Promise<void>
  /** Removes all but the newest `count` sessions of a user. */
  keepNewest(userId: UserId, count: number): Promise<void>
}

export interface SecondFactors {
  /** Inserts or replaces the user's second factor. */
  put(factor: SecondFactor): Promise<void>
  find(userId: UserId): Promise<SecondFactor | undefined>
  confirm(userId: UserId, date: number): Promise<void>
  /** Marks the codes up to this time step as used for one purpose; `false` when they already were. */
  spendStep(userId: UserId, purpose: CodePurpose, step: number): Promise<boolean>
  /** Removes the second factor with its backup codes. */
  remove(userId: UserId): Promise<void>
}

export interface BackupCodes {
  /** Replaces all backup codes of the user. */
  replace(userId: UserId, codes: readonly string[]): Promise<void>
  listOf(userId: UserId): Promise<string[]>
  /** Removes one code; `false` when there is no such code. */
  spend(userId: UserId, code: string): Promise<boolean>
}

export interface CliLogins {
  add(login: CliLogin): Promise<void>
  /** Removes and returns the login; later calls find nothing. */
  take(cliToken: string): Promise<CliLogin | undefined>
  removeOlderThan(date: number): Promise<void>
}
