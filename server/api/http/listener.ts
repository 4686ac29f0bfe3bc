import type { BlockList } from 'node:net'
import type { Forwarding } from '#api/forwarding/forwarding.ts'
import type { ConsoleFiles } from '#api/pages/console/console-files.ts'
import type { DocsFiles } from '#api/pages/docs/docs-files.ts'
import type { Signer } from '#kit/crypto/signer.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { Addresses, Endpoint } from './endpoint.ts'
import type { RequestContext } from './request-context.ts'

/** Dependencies of an app. */
export interface ListenerOptions {
  platform: Platform
  addresses: () => Addresses
  /** Signs cookies and form values kept by browsers. */
  signer: Signer
  /** The command-line tool as an npm package. */
  cliPackage: () => Promise<Buffer>
  /** The built console. */
  consoleFiles: ConsoleFiles
  /** The built documentation. */
  docsFiles: DocsFiles
  /** Trusted proxies, whose X-Forwarded-For is used. */
  trustedProxies: BlockList
  /** Passes requests on to other servers; absent when there is one. */
  forwarding?: Forwarding | undefined
  /** Logs bugs. */
  log: (line: string) => void
}

/** Authentication by the rules of one listener; refers clients with the wrong kind of credential to the other. */
export type Authenticate = (
  listener: Pick<ListenerOptions, 'platform' | 'addresses' | 'signer'>,
  context: RequestContext,
  form: URLSearchParams | undefined,
) => Promise<Caller>

/** One of the two listeners: the API, or the bridge. */
export interface Listener extends ListenerOptions {
  /** Key of its public address. */
  name: 'api' | 'bridge'
  endpoints: readonly Endpoint[]
  authenticate: Authenticate
}
