import type { BlockList } from 'node:net'
import type { Signer } from '#kit/crypto/signer.ts'
import type { Caller } from '#platform/access/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { Addresses, Endpoint } from './endpoint.ts'
import type { RequestContext } from './request-context.ts'

/** What an app needs of its installation to answer requests. */
export interface ListenerOptions {
  platform: Platform
  addresses: () => Addresses
  /** Signs what browsers keep for us. */
  signer: Signer
  /** The command-line tool as a package of npm. */
  cliPackage: () => Promise<Buffer>
  /** Proxies in front of us, whose word about the caller's address counts. */
  trustedProxies: BlockList
  /** Told of bugs. */
  log: (line: string) => void
}

/** Finds out who is calling, by the rules of one listener; sends those who are wrong here to the right one. */
export type Authenticate = (
  listener: Pick<ListenerOptions, 'platform' | 'addresses'>,
  context: RequestContext,
  form: URLSearchParams | undefined,
) => Promise<Caller>

/** One of the two listeners: the API, or the bridge. */
export interface Listener extends ListenerOptions {
  /** By which its public address is found. */
  name: 'api' | 'bridge'
  endpoints: readonly Endpoint[]
  authenticate: Authenticate
}
