import type { ConsumerOwnerId, UserId } from '#platform/model/ids.ts'
import type { Right } from './rights.ts'

/** A third-party program registered for OAuth 1. */
export interface Consumer {
  key: string
  secret: string
  /** An organisation or a user; `platform` for those that come with the platform itself. */
  ownerId: ConsumerOwnerId
  name: string
  description: string
  /** Home page, shown to users. */
  url: string
  picture: string
  /** Callbacks must have the host of this URL. */
  baseUrl: string
  /** Upper bound of the rights that a user can grant. */
  rights: readonly Right[]
  /** Accepts HMAC signatures that do not cover the query, which client-go up to 0.1.1 sends. */
  acceptsUnsignedQuery: boolean
  createdAt: number
}

/** Fields of a consumer that can be changed. */
export type ConsumerChange = Partial<
  Pick<Consumer, 'name' | 'description' | 'url' | 'picture' | 'baseUrl' | 'rights'>
>

/** Owner of the built-in consumers (command-line tools), which no organisation can change. */
export const platformOwner = 'platform'

/** Owner of the consumers listed in the operator's settings. */
export const operatorOwner = 'operator'

/** Whether the consumer ships with publicly available programs, so that its secret is publicly known. */
export const isPublic = ({ ownerId }: Consumer) =>
  ownerId === platformOwner || ownerId === operatorOwner

/** Temporary credentials (RFC 5849) of an authorisation in progress. */
export interface RequestToken {
  token: string
  secret: string
  consumerKey: string
  /** URL the browser is redirected to; `oob` when the user copies the verifier by hand. */
  callback: string
  createdAt: number
  expiresAt: number
  /** Rights that the user has granted; `null` until the user answers. */
  agreement: { userId: UserId; verifierDigest: string; rights: readonly Right[] } | null
}

/** A user's stored decision on a consumer's request for rights. */
export interface Consent {
  userId: UserId
  consumerKey: string
  /** Rights that the consumer requested when the user decided. */
  offered: readonly Right[]
  granted: readonly Right[]
  createdAt: number
}

/** Token and secret with which a consumer signs requests for a user. */
export interface AccessToken {
  token: string
  secret: string
  consumerKey: string
  userId: UserId
  rights: readonly Right[]
  createdAt: number
  expiresAt: number
  /** Accurate to ten minutes: written at most that often. */
  lastUsedAt: number
}

/** A login begun by a command-line tool and confirmed in the browser, waiting to be collected. */
export interface CliLogin {
  cliToken: string
  accessToken: string
  createdAt: number
}
