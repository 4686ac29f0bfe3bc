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
  listOf(ownerId: string): Promise<Consumer[]>
  /** Those of every owner that counts for this quota account. */
  countOfQuotaAccount(accountId: string): Promise<number>
  /** Those of the user and of every organisation they are a member of, in short, by name. */
  listSeenBy(
    userId: string,
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
  find(userId: string, consumerKey: string): Promise<Consent | undefined>
  remove(userId: string, consumerKey: string): Promise<void>
  removeOf(userId: string): Promise<void>
}

export interface AccessTokens {
  add(token: AccessToken): Promise<void>
  find(token: string): Promise<AccessToken | undefined>
  /** Newest first. */
  listOf(userId: string): Promise<AccessToken[]>
  noteUse(token: string, date: number): Promise<void>
  remove(token: string): Promise<void>
  /** All of a user, but for the one that is kept. */
  removeOf(userId: string, kept?: string): Promise<void>
}

export interface ApiTokens {
  add(token: ApiToken): Promise<void>
  findByDigest(digest: string): Promise<ApiToken | undefined>
  /** Newest first. */
  listOf(userId: string): Promise<ApiToken[]>
  noteUse(id: string, date: number): Promise<void>
  /** Like `remove`, `false` when the user has no such token. */
  rename(userId: string, id: string, name: string, description: string): Promise<boolean>
  remove(userId: string, id: string): Promise<boolean>
  removeOf(userId: string): Promise<void>
}

export interface Sessions {
  add(session: Session): Promise<void>
  find(digest: string): Promise<Session | undefined>
  remove(digest: string): Promise<void>
  removeOf(userId: string): Promise<void>
  /** Removes all of a user but the newest ones. */
  keepNewest(userId: string, count: number): Promise<void>
}

export interface SecondFactors {
  /** Adds it, or replaces the user's one. */
  put(factor: SecondFactor): Promise<void>
  find(userId: string): Promise<SecondFactor | undefined>
  confirm(userId: string, date: number): Promise<void>
  /** Spends the codes up to this time step for one purpose; `false` when they were spent for it already. */
  spendStep(userId: string, purpose: CodePurpose, step: number): Promise<boolean>
  /** Removes it with its backup codes. */
  remove(userId: string): Promise<void>
}

export interface BackupCodes {
  /** Makes these the only ones. */
  replace(userId: string, codes: readonly string[]): Promise<void>
  listOf(userId: string): Promise<string[]>
  /** Takes one out; `false` when there is no such code. */
  spend(userId: string, code: string): Promise<boolean>
}

export interface CliLogins {
  add(login: CliLogin): Promise<void>
  /** Gives the login away once; later calls find nothing. */
  take(cliToken: string): Promise<CliLogin | undefined>
  removeOlderThan(date: number): Promise<void>
}
