import { digestOf } from '#kit/crypto/digest.ts'
import { newId, newSecret } from '#kit/text/ids.ts'
import { authenticatePassword } from '#platform/identity/access/login/authenticate-password.ts'
import {
  type LoginProof,
  requireCurrentProof,
} from '#platform/identity/access/login/login-proof.ts'
import {
  checkSecondFactor,
  hasSecondFactor,
} from '#platform/identity/access/second-factor/check.ts'
import { type AuditContext, recordAction } from '#platform/identity/audit/audit-log.ts'
import type { Platform } from '#platform/identity/platform.ts'
import type { ApiToken } from '#platform/model/identity/access/api-token.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { expiryOf } from './api-token-expiry.ts'
import { checkLabel, type Label } from './api-tokens.ts'

/** Request for an API token: credentials of the user, and its label. */
export interface ApiTokenRequest extends Label {
  email: string
  password: string
  /** Code of the second factor, if the user has one. */
  code: string | undefined
  /** A date or a duration; default: a year. */
  expiration: string | undefined
  from: string
}

/** A token with its plaintext, which is shown only once. */
export interface IssuedApiToken extends ApiToken {
  text: string
}

const maxTokens = 100

/** Creates an API token for a user who knows the password. It is stored before it is returned. */
export async function createApiToken(
  platform: AuditContext & Pick<Platform, 'attempts' | 'mailWorker' | 'passwords'>,
  request: ApiTokenRequest,
): Promise<IssuedApiToken> {
  const label = checkLabel(request)
  expiryOf(request.expiration, platform.clock())
  const proof = await authenticate(platform, request)
  const { expiration, from } = request
  return issueApiToken(platform, proof, { ...label, expiration, from }, (store, token) =>
    noteCreation({ ...platform, store }, token),
  )
}

/** Issues an API token to a user who has been authenticated; `note` is written together with it. */
export async function issueApiToken(
  { store: all, clock }: Pick<Platform, 'store' | 'clock'>,
  proof: LoginProof,
  request: Pick<ApiTokenRequest, 'name' | 'description' | 'expiration' | 'from'>,
  note: (store: Platform['store'], token: ApiToken) => Promise<void> = async () => {},
): Promise<IssuedApiToken> {
  const { name, description } = checkLabel(request)
  const createdAt = clock()
  const expiresAt = expiryOf(request.expiration, createdAt)
  // A fixed prefix lets secret scanners recognise leaked tokens.
  const text = `berth_${newSecret()}`
  const token: ApiToken = {
    id: newId('api_tokens'),
    digest: digestOf(text),
    userId: proof.user.id,
    name,
    description,
    createdAt,
    expiresAt,
    from: request.from,
    lastUsedAt: createdAt,
  }
  await all.transaction(async (store) => {
    await requireCurrentProof(store, proof)
    await makeRoom(store, proof.user.id, createdAt)
    await store.apiTokens.add(token)
    await note(store, token)
  })
  return { ...token, text }
}

/** Refuses a token beyond the limit; expired ones are removed first. */
async function makeRoom(store: Platform['store'], userId: UserId, now: number): Promise<void> {
  const tokens = await store.apiTokens.listOf(userId)
  if (tokens.length < maxTokens) return
  const expired = tokens.filter(({ expiresAt }) => expiresAt <= now)
  if (expired.length === 0) {
    throw new Refusal('conflict', `You already have ${maxTokens} API tokens. Revoke one first.`)
  }
  for (const { id } of expired) await store.apiTokens.remove(userId, id)
}

async function authenticate(
  platform: AuditContext & Pick<Platform, 'attempts' | 'mailWorker' | 'passwords'>,
  request: ApiTokenRequest,
): Promise<LoginProof> {
  const user = await authenticatePassword(platform, request, 'token creation')
  const isSecondFactorPassed = await hasSecondFactor(platform, user.id)
  if (isSecondFactorPassed) {
    await checkSecondFactor(platform, user, {
      code: request.code ?? '',
      purpose: 'api token',
      from: request.from,
    })
  }
  return { user, isSecondFactorPassed }
}

function noteCreation(platform: AuditContext, { id, userId, from }: ApiToken) {
  return recordAction(
    platform,
    { userId, credential: 'password', credentialId: '', rights: everyRight },
    { ownerId: userId, action: 'api-token.create', target: id, outcome: 'done', from },
  )
}
