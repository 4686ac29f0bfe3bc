import type { ApiTokenId, ConsumerOwnerId, OwnerId, UserId } from '#platform/ids.ts'
import type {
  AccessToken,
  CliLogin,
  Consent,
  Consumer,
  ConsumerChange,
  RequestToken,
} from './consumers/consumer.ts'
import type { Session } from './login/session.ts'
import type { CodePurpose, SecondFactor } from './second-factor/second-factor.ts'
import type { ApiToken } from './tokens/api-token.ts'

export interface Consumers {
  add(consumer: Consumer): Promise<void>
  find(key: string): Promise<Consumer | undefined>
  /** By name. */
  listOf(ownerId: ConsumerOwnerId): Promise<Consumer[]>
  /** Those of every owner that counts for this quota account. */
  countOfQuotaAccount(accountId: OwnerId): Promise<number>
  /** Those of the user and of every organisation they are a member of, in short, by name. */
  listSeenBy(
    userId: UserId,
  ): Promise<Pick<Consumer, 'ownerId' | 'key' | 'name' | 'picture' | 'url'>[]>
  change(
    key: string,
    change: ConsumerChange & Partial<Pick<Consumer, 'acceptsUnsignedQuery'>>,
  ): Promise<void>
  /** Removes it with everything that was issued through it. */
  remove(key: string): Promise<void>
}

export interface RequestTokens {
  add(token: RequestToken): Promise<void>
  find(token: string): Promise<RequestToken | undefined>
  /** Notes what the user has agreed to; `false` when somebody has already. */
  agree(token: string, agreement: NonNullable<RequestToken['agreement']>): Promise<boolean>
  /** Gives it away once. */
  take(token: string): Promise<RequestToken | undefined>
}

export interface Consents {
  put(consent: Consent): Promise<void>
  find(userId: UserId, consumerKey: string): Promise<Consent | undefined>
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
  /** All of a user, but for the one that is kept. */
  removeOf(userId: UserId, kept?: string): Promise<void>
}

export interface ApiTokens {
  add(token: ApiToken): Promise<void>
  findByDigest(digest: string): Promise<ApiToken | undefined>
  /** Newest first. */
  listOf(userId: UserId): Promise<ApiToken[]>
  noteUse(id: ApiTokenId, date: number): Promise<void>
  /** Like `remove`, `false` when the user has no such token. */
  rename(userId: UserId, id: ApiTokenId, name: string, description: string): Promise<boolean>
  remove(userId: UserId, id: ApiTokenId): Promise<boolean>
  removeOf(userId: UserId): Promise<void>
}

export interface Sessions {
  add(session: Session): Promise<void>
  find(digest: string): Promise<Session | undefined>
  remove(digest: string): Promise<void>
  removeOf(userId: UserId): Promise<void>
  /** Removes all of a user but the newest ones. */
  keepNewest(userId: UserId, count: number): Promise<void>
}

export interface SecondFactors {
  /** Adds it, or replaces the user's one. */
  put(factor: SecondFactor): Promise<void>
  find(userId: UserId): Promise<SecondFactor | undefined>
  confirm(userId: UserId, date: number): Promise<void>
  /** Spends the codes up to this time step for one purpose; `false` when they were spent for it already. */
  spendStep(userId: UserId, purpose: CodePurpose, step: number): Promise<boolean>
  /** Removes it with its backup codes. */
  remove(userId: UserId): Promise<void>
}

export interface BackupCodes {
  /** Makes these the only ones. */
  replace(userId: UserId, codes: readonly string[]): Promise<void>
  listOf(userId: UserId): Promise<string[]>
  /** Takes one out; `false` when there is no such code. */
  spend(userId: UserId, code: string): Promise<boolean>
}

export interface CliLogins {
  add(login: CliLogin): Promise<void>
  /** Gives the login away once; later calls find nothing. */
  take(cliToken: string): Promise<CliLogin | undefined>
  removeOlderThan(date: number): Promise<void>
}
