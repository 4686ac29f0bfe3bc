import { apiTokens } from '#client/resources/accounts/api-tokens.ts'
import { type ConnectionOptions, connect } from './connection.ts'

/** A typed way to what only the bridge serves. */
export type BridgeClient = ReturnType<typeof createBridgeClient>

/** `api` is the address of the bridge, which takes either kind of credentials for this. */
export function createBridgeClient(options: ConnectionOptions) {
  const connection = connect({ ...options, signing: 'PLAINTEXT' })
  return { apiTokens: apiTokens(connection), close: connection.close }
}
