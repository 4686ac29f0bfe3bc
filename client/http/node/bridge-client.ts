import { apiTokens } from '#client/resources/accounts/api-tokens.ts'
import { type ConnectionOptions, connect } from './node-connection.ts'

/** Typed client of the endpoints that only the bridge serves. */
export type BridgeClient = ReturnType<typeof createBridgeClient>

/** `api` is the address of the bridge, which accepts both kinds of credentials for these endpoints. */
export function createBridgeClient(options: ConnectionOptions) {
  const connection = connect({ ...options, signing: 'PLAINTEXT' })
  return { apiTokens: apiTokens(connection), close: connection.close }
}
