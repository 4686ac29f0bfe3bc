/** Names and values, decoded. */
export type Pairs = readonly (readonly [name: string, value: string])[]

/** The parameters that mean something to us. */
export const parameterNames = [
  'oauth_consumer_key',
  'oauth_token',
  'oauth_signature_method',
  'oauth_signature',
  'oauth_timestamp',
  'oauth_nonce',
  'oauth_version',
  'oauth_callback',
  'oauth_verifier',
] as const

/**
 * The parameters of a request's signature, none of them twice. A short list, because strangers choose the names: as
 * keys of an object they would have to be guarded, and each would be looked up among all texts that the engine knows.
 */
export type OAuthParameters = Pairs

/** More than this is nobody's honest request. */
export const maxParameters = 32

/** The value of the parameter with this name. */
export function parameterOf(parameters: OAuthParameters, name: string): string | undefined {
  for (const pair of parameters) if (pair[0] === name) return pair[1]
  return undefined
}
