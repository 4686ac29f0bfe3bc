import type { Right } from '#platform/access/rights.ts'
import type { ConsumerOwnerId, UserId } from '#platform/ids.ts'

/** A third-party program registered for OAuth 1. */
export interface Consumer {
  key: string
  secret: string
  /** An organisation or a user; `platform` for those that come with the platform itself. */
  ownerId: ConsumerOwnerId
  name: string
  description: string
  /** Where people read about it. */
  url: string
  picture: string
  /** Callbacks must be on its host. */
  baseUrl: string
  /** The most that a user can let it do. */
  rights: readonly Right[]
  /** Accepts HMAC signatures that do not cover the query, which client-go up to 0.1.1 sends. */
  acceptsUnsignedQuery: boolean
  createdAt: number
}

/** What can be changed of a consumer. */
export type ConsumerChange = Partial<
  Pick<Consumer, 'name' | 'description' | 'url' | 'picture' | 'baseUrl' | 'rights'>
>

/** The owner of consumers that no organisation may touch, such as that of the command-line tools. */
export const platformOwner = 'platform'

/** The owner of the consumers that the operator's settings name. */
export const operatorOwner = 'operator'

/** Whether the consumer ships with programs that anybody has, so that its secret is none. */
export const isPublic = ({ ownerId }: Consumer) =>
  ownerId === platformOwner || ownerId === operatorOwner

/** The temporary credentials of an authorisation that is under way. */
export interface RequestToken {
  token: string
  secret: string
  consumerKey: string
  /** Where the browser goes afterwards; `oob` when the user copies the verifier by hand. */
  callback: string
  createdAt: number
  expiresAt: number
  /** What the user has agreed to, once they have. */
  agreement: { userId: UserId; verifierDigest: string; rights: readonly Right[] } | null
}

/** A user's standing answer to what a consumer asks for. */
export interface Consent {
  userId: UserId
  consumerKey: string
  /** The rights that the consumer asked for when the user answered. */
  offered: readonly Right[]
  granted: readonly Right[]
  createdAt: number
}

/** What a consumer signs a user's requests with. */
export interface AccessToken {
  token: string
  secret: string
  consumerKey: string
  userId: UserId
  rights: readonly Right[]
  createdAt: number
  expiresAt: number
  /** Not to the minute: written now and then only. */
  lastUsedAt: number
}

/** A login begun by a command-line tool and confirmed in the browser, waiting to be collected. */
export interface CliLogin {
  cliToken: string
  accessToken: string
  createdAt: number
}
