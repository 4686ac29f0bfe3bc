import { X509Certificate } from 'node:crypto'
import type { BlockList } from 'node:net'
import { join } from 'node:path'
import type { Identity } from '#kit/crypto/x509.ts'
import { ownCompileCache } from '#kit/process/compile-cache.ts'
import type { Traffic } from '#platform/deployments/traffic.ts'
import type { Answer, Identities, Ports } from './router-commands.ts'
import { RouterSupervisor } from './router-supervisor.ts'

export interface NodeRouterOptions {
  /** The router's data folder: its route table, ports, control socket and log. */
  folder: string
  /** Address of both listeners. */
  host: string
  /** 0 chooses a free port and keeps it. */
  httpPort: number
  httpsPort: number
  /** Public HTTPS port, if it differs from the listener's. */
  publicHttpsPort?: number | undefined
  /** Certificate of the authority that signs the certificates of `identityFor`. */
  authority: string
  /** Issues the certificate of a host; called when the router has none that is valid for another month. */
  identityFor(host: string): Identity
  /** The Node executable for the router; the server's own when absent. */
  node?: string
  /** Folder of Node's compile cache; the server's own when absent, else one inside `folder`. */
  compileCache?: string
  /** Milliseconds until an application must begin its response. */
  answerTimeout?: number
  /** Proxies in front of the router whose forwarding headers are trusted. */
  trustedProxies?: BlockList
  /** Logs a sentence about a problem with the router. */
  say?: (sentence: string) => void
}

/** The built-in router: a separate process that this server controls and supervises. */
export interface NodeRouter extends Traffic {
  /** Ports of the listeners. */
  readonly addresses: Ports
  /** Whether the router process ran before this server, and may be serving visitors. */
  readonly wasRunning: boolean
  /** Stops the router process. */
  stop(): Promise<void>
  /** Disconnects from the router process, which keeps running. */
  close(): void
}

const renewEvery = 86_400_000
const defaultHost = 'localhost'

/**
 * Connects to the router that an earlier server left in the folder, or starts one. Throws a `LaunchError` that names
 * the setting when a port cannot be opened.
 */
export async function openNodeRouter(options: NodeRouterOptions): Promise<NodeRouter> {
  const { folder, host, httpPort, httpsPort, answerTimeout = 180_000, say = () => {} } = options
  const supervisor = await RouterSupervisor.open({
    folder,
    node: options.node ?? process.execPath,
    compileCache: options.compileCache ?? ownCompileCache() ?? join(folder, 'compiled'),
    settings: {
      host,
      httpPort,
      httpsPort,
      ...(options.publicHttpsPort === undefined
        ? {}
        : { publicHttpsPort: options.publicHttpsPort }),
      answerTimeout,
      trustedProxies: options.trustedProxies?.rules ?? [],
    },
    say,
  })
  const signedBy = new X509Certificate(options.authority).fingerprint256

  const supply = async ({ hostsWithoutIdentity = [] }: Answer) => {
    if (hostsWithoutIdentity.length === 0) return
    const identities: Identities = {}
    for (const host of hostsWithoutIdentity) {
      try {
        const identity = options.identityFor(host || defaultHost)
        const expires = new X509Certificate(identity.certificate).validToDate.getTime()
        identities[host] = { ...identity, expires, signedBy }
      } catch (error) {
        // The host works without its own certificate; that must not block a deployment.
        say(`There is no certificate for ${host}: ${error}`)
      }
    }
    await supervisor.ask({ kind: 'hold identities', identities })
  }
  const renew = async () =>
    supply(await supervisor.ask({ kind: 'name hosts without identity', signedBy }))
  let isOpen = true
  const renewInTime = () =>
    void renew().catch((error) => isOpen && say(`Certificates could not be renewed: ${error}`))
  const renewing = setInterval(renewInTime, renewEvery).unref()
  renewInTime()
  const end = () => {
    isOpen = false
    clearInterval(renewing)
  }

  return {
    wasRunning: supervisor.wasRunning,
    get addresses() {
      return supervisor.greeting.ports
    },
    switchTo: async (route) => supply(await supervisor.ask({ kind: 'switch', route, signedBy })),
    remove: async (applicationId) => void (await supervisor.ask({ kind: 'remove', applicationId })),
    replaceAll: async (routes) =>
      supply(await supervisor.ask({ kind: 'replace all', routes, signedBy })),
    drain: async (addresses, timeout) =>
      void (await supervisor.ask({ kind: 'drain', addresses, timeout }, timeout + 10_000)),
    async stop() {
      end()
      await supervisor.stop()
    },
    close() {
      end()
      supervisor.release()
    },
  }
}
