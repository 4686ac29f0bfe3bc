import type { ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import type { Authenticate } from '#api/auth/authenticate.ts'
import type { Signer } from '#kit/crypto/signer.ts'
import type { Platform } from '#platform/platform.ts'
import type { Addresses } from './endpoint.ts'
import type { EndpointTable } from './endpoint-table.ts'

/** What a listener needs to answer a request. */
export interface Serving {
  platform: Platform
  addresses: () => Addresses
  /** The public address of this listener. */
  origin: () => string
  table: EndpointTable
  authenticate: Authenticate
  signer: Signer
  cliPackage: () => Promise<Buffer>
  trustedProxies: BlockList
  /** Answers without an end of their own that are being sent. */
  streams: Set<ServerResponse>
  /** Told of bugs. */
  log: (line: string) => void
}
