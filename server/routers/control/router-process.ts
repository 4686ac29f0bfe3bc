import { X509Certificate } from 'node:crypto'
import type { BlockList } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Identity } from '#kit/crypto/x509.ts'
import { ownCompileCache } from '#kit/process/compile-cache.ts'
import type { Traffic } from '#platform/deployments/traffic.ts'
import type { RouterAccessLine } from '#platform/logs/access-lines.ts'
import { AccessLogReader } from '#routers/access-log/access-log-reader.ts'
import type { RouterProgram } from './launch.ts'
import type { Answer, Identities, Ports } from './router-commands.ts'
import { RouterSupervisor } from './router-supervisor.ts'
import { createCertificateSender } from './send-certificates.ts'

export interface RouterProcessOptions {
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
  /** Milliseconds in which a visitor must take some of the data that waits for it. */
  readTimeout?: number
  /** Milliseconds in which a visitor must send some of a request body, 500 bytes per second on average. */
  uploadTimeout?: number
  /** Maximum connections and further concurrent requests of one address or IPv6 network of 64 bits; 0 for no limit. */
  maxPerVisitor?: number
  /** Proxies in front of the router whose forwarding headers are trusted. */
  trustedProxies?: BlockList
  /** Maximum lines of access log per application and second; 0 turns the log off. */
  accessLogRate?: number
  /** Milliseconds from the start of the router to that of its standby; `null` means that it has none. */
  standbyDelay?: number | null
  /** Logs a sentence about a problem with the router. */
  say?: (sentence: string) => void
}

/** A router in a process of its own, which this server controls and supervises. */
export interface RouterProcess extends Traffic {
  /** Ports of the listeners. */
  readonly addresses: Ports
  /** Whether the router process ran before this server, and may be serving visitors. */
  readonly wasRunning: boolean
  /** Sends each line of the access log once, those before this server too, until it is closed. */
  followAccessLog(take: (lines: RouterAccessLine[]) => Promise<void>): Promise<AccessLogReader>
  /** Stops the router process. */
  stop(): Promise<void>
  /** Disconnects from the router process, which keeps running. */
  close(): void
}

const renewEvery = 86_400_000
const defaultHost = 'localhost'
const defaultAccessLogRate = 2000
/** Hundreds of people may share an address; each connection takes some tens of kilobytes at most. */
const defaultMaxPerVisitor = 1000
const defaultUploadTimeout = 60_000
const defaultReadTimeout = 120_000
/** A platform that has just started has better uses for its CPU time. */
const defaultStandbyDelay = 3000

/**
 * Connects to the router that an earlier server left in the folder, or starts one. Throws a `LaunchError` that names
 * the setting when a port cannot be opened.
 */
export async function openRouterProcess(
  program: RouterProgram,
  options: RouterProcessOptions,
): Promise<RouterProcess> {
  const { folder, host, httpPort, httpsPort, answerTimeout = 180_000, say = () => {} } = options
  const supervisor = await RouterSupervisor.open({
    ...program,
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
      readTimeout: options.readTimeout ?? defaultReadTimeout,
      uploadTimeout: options.uploadTimeout ?? defaultUploadTimeout,
      maxPerVisitor: options.maxPerVisitor ?? defaultMaxPerVisitor,
      trustedProxies: options.trustedProxies?.rules ?? [],
      accessLogRate: options.accessLogRate ?? defaultAccessLogRate,
      standbyDelay: options.standbyDelay === undefined ? defaultStandbyDelay : options.standbyDelay,
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
      // Each takes about a millisecond, and all hosts may need one at once; the server answers others in between.
      await setImmediate()
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
    async statistics() {
      const { statistics } = await supervisor.ask({ kind: 'count' })
      return statistics ?? { startedAt: 0, routes: [] }
    },
    setCertificates: createCertificateSender((command) => supervisor.ask(command, 60_000), say),
    setChallenges: async (challenges) =>
      void (await supervisor.ask({ kind: 'set challenges', challenges })),
    followAccessLog: (take) => AccessLogReader.open(folder, take),
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
