import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import { type OAuthParameters, parameterOf } from './parameters.ts'
import { type SignedRequest, verifySignature } from './signature.ts'

/**
 * A request that somebody has signed. A server has several addresses, and the caller has signed the one it knows:
 * `candidates` are the request as it looks at each.
 */
export interface Signed {
  candidates: readonly SignedRequest[]
  parameters: OAuthParameters
}

export const unauthenticated = (sentence: string) => new Refusal('unauthenticated', sentence)

/** The same words for an unknown key, an unknown token and a wrong signature. */
export const wrongCredentials = () => unauthenticated('The credentials or the signature are wrong.')

export function isSignedWith(
  { candidates, parameters }: Signed,
  secrets: { consumer: string; token: string },
): boolean {
  return candidates.some((request) => verifySignature(request, parameters, secrets))
}

/**
 * Whether nobody has sent this before. PLAINTEXT may come without nonce and timestamp; whoever sends them, or signs, is
 * held to them.
 */
export function isFresh(
  { nonces }: Pick<Platform, 'nonces'>,
  { parameters }: Pick<Signed, 'parameters'>,
): Promise<boolean> | boolean {
  const nonce = parameterOf(parameters, 'oauth_nonce')
  const timestamp = parameterOf(parameters, 'oauth_timestamp')
  const method = parameterOf(parameters, 'oauth_signature_method')
  const isPlain = method === undefined || method === 'PLAINTEXT'
  if (isPlain && nonce === undefined && timestamp === undefined) return true
  const key = parameterOf(parameters, 'oauth_consumer_key')
  const owner = `${key} ${parameterOf(parameters, 'oauth_token') ?? ''}`
  const seconds = /^\d{1,12}$/.test(timestamp ?? '') ? Number(timestamp) : Number.NaN
  return nonces.accept(owner, nonce ?? '', seconds)
}

export const replayed = () =>
  unauthenticated(
    'The nonce was used before, or the timestamp is not of the last minutes: check the clock.',
  )
