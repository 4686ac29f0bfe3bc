import {
  type OAuthParameters,
  type SignedRequest,
  verifySignature,
} from '#platform/access/oauth1/signature.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

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

/** PLAINTEXT may come without nonce and timestamp; whoever sends them, or signs, is held to them. */
export async function refuseReplay(
  { nonces }: Pick<Platform, 'nonces'>,
  { parameters }: Pick<Signed, 'parameters'>,
): Promise<void> {
  const { oauth_nonce: nonce, oauth_timestamp: timestamp } = parameters
  const isPlain = (parameters.oauth_signature_method ?? 'PLAINTEXT') === 'PLAINTEXT'
  if (isPlain && nonce === undefined && timestamp === undefined) return
  const owner = `${parameters.oauth_consumer_key} ${parameters.oauth_token ?? ''}`
  const seconds = /^\d{1,12}$/.test(timestamp ?? '') ? Number(timestamp) : Number.NaN
  if (!(await nonces.accept(owner, nonce ?? '', seconds))) {
    throw unauthenticated(
      'The nonce was used before, or the timestamp is not of the last minutes: check the clock.',
    )
  }
}
