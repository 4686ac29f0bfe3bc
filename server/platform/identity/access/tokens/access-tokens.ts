import { sameText } from '#kit/crypto/same-text.ts'
import { ignoreDiskProblem } from '#kit/files/disk-full.ts'
import { newSecret } from '#kit/text/ids.ts'
import type { Platform } from '#platform/identity/platform.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { AccessToken, Consumer } from '#platform/model/identity/access/consumer.ts'
import { bothAllow, type Right } from '#platform/model/identity/access/rights.ts'
import type { UserId } from '#platform/model/ids.ts'

const day = 24 * 3_600_000
/** Access tokens of command-line tools last a year, those of other programs three months. */
const lifetimes = { tool: 365 * day, program: 90 * day }
/** Minimum interval between two writes of the last use. */
const useNotedEvery = 600_000

type Context = Pick<Platform, 'store' | 'clock'>

export async function issueAccessToken(
  { store, clock }: Context,
  issue: {
    consumerKey: string
    userId: UserId
    rights: readonly Right[]
    for: keyof typeof lifetimes
  },
): Promise<AccessToken> {
  const createdAt = clock()
  const token: AccessToken = {
    token: newSecret(),
    secret: newSecret(),
    consumerKey: issue.consumerKey,
    userId: issue.userId,
    rights: issue.rights,
    createdAt,
    expiresAt: createdAt + lifetimes[issue.for],
    lastUsedAt: createdAt,
  }
  await store.accessTokens.add(token)
  return token
}

/** The caller of a valid access token that is used through a consumer. */
export async function callerOf(
  { store, clock }: Context,
  token: AccessToken,
  usedThrough: Consumer,
): Promise<Caller> {
  const now = clock()
  if (Math.abs(now - token.lastUsedAt) > useNotedEvery)
    await store.accessTokens.noteUse(token.token, now).catch(ignoreDiskProblem)
  const issuedTo =
    usedThrough.key === token.consumerKey
      ? usedThrough
      : await store.consumers.find(token.consumerKey)
  return {
    userId: token.userId,
    credential: 'access token',
    credentialId: token.token,
    consumerKey: usedThrough.key,
    rights: rightsOf(token, usedThrough, issuedTo),
  }
}

/** Granted rights, intersected with the current rights of the consumer they were granted to and of the one in use. */
function rightsOf(token: AccessToken, usedThrough: Consumer, issuedTo: Consumer | undefined) {
  const usable = bothAllow(token.rights, usedThrough.rights)
  return usedThrough === issuedTo ? usable : bothAllow(usable, issuedTo?.rights ?? [])
}

/** The user of an access token and its secret, for protocols without signatures. */
export async function callerByAccessToken(
  platform: Context,
  token: string,
  secret: string,
): Promise<Caller | undefined> {
  const found = await platform.store.accessTokens.find(token)
  if (!found || !sameText(found.secret, secret)) return undefined
  if (found.expiresAt <= platform.clock()) return undefined
  const consumer = await platform.store.consumers.find(found.consumerKey)
  return consumer && callerOf(platform, found, consumer)
}
