import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Forwarding } from '#api/forwarding/forwarding.ts'
import { openApiServer, openBridgeServer } from '#api/http/api-server.ts'
import type { Addresses } from '#api/http/endpoint.ts'
import { logBug } from '#api/log-bug.ts'
import { createCliPackage } from '#cli-package/cli-package.ts'
import { openGitServer } from '#git/git-server.ts'
import { createConnectionLimit, processConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { issueCertificate } from '#kit/crypto/x509.ts'
import { ClientLimits } from '#kit/net/limits/client-limits.ts'
import { hasEnded } from '#platform/identity/access/watch-credential.ts'
import type { Platform } from '#platform/platform.ts'
import type { Settings } from '#settings/settings.ts'
import { shellOverSsh } from '#shell/shell-over-ssh.ts'
import { listenerNames, localApiUrl, publicAddresses, serverHost } from './addresses.ts'
import { openConsole } from './console/open-console.ts'
import { openDocs } from './docs/open-docs.ts'
import { createGitBackend } from './git/git-backend.ts'
import type { Lifetime } from './lifetime.ts'
import { fileServerInstaller } from './packages/system-packages.ts'
import type { Resources } from './resources.ts'

/** The checkout. */
const root = join(import.meta.dirname, '../..')

export interface ListenerOptions {
  settings: Settings
  resources: Resources
  lifetime: Lifetime
  /** Available once all listeners are open. */
  addresses: () => Addresses
  opened: Promise<unknown>
  log: (line: string) => void
}

/** Addresses of the open listeners. */
export interface OpenedListeners {
  addresses: Addresses
  /** URL of the API for processes of this machine. */
  localApi: string
}

/** Opens the listeners for clients: git, bridge and API. */
export async function openListeners(
  platform: Platform,
  { settings, resources, lifetime, addresses, opened, log }: ListenerOptions,
): Promise<OpenedListeners> {
  const { folder, repositories, router, engine } = resources
  const { bind: host, trustedProxies } = settings
  const openLimits = () => listenerLimits(settings)
  const identity = issueCertificate(folder.authority, listenerNames(settings))
  const onBug = (error: unknown, id: string) => logBug(log, error, id)
  const git = lifetime.opened(
    await openGitServer({
      host,
      port: settings.gitPort,
      ...repositories,
      backend: createGitBackend(platform, addresses, repositories.replication),
      identity,
      hostKey: folder.hostKey,
      clients: openLimits(),
      trustedProxies,
      limits: {
        pushBytes: settings.pushLimit,
        repositoryBytes: settings.repositoryLimit,
        connectionsPerUser: 32,
      },
      otherSsh: [
        shellOverSsh({
          shells: platform.shells,
          idleTimeout: platform.policies.shellIdleTimeout,
          isRevoked: (caller) => hasEnded(platform, caller),
          provideFileServer: fileServerInstaller(settings, log),
          reportBug(error) {
            const id = randomUUID()
            onBug(error, id)
            return id
          },
        }),
      ],
      onBug,
    }),
  )
  // Clients of runs learn why they end before their connections do.
  lifetime.opened({ close: () => platform.runs.close() })
  lifetime.opened({
    close: () => platform.shells.close('This server is restarting: the session ends.'),
  })
  const shared = {
    host,
    identity,
    platform,
    addresses,
    opened,
    signer: folder.signer,
    cliPackage: createCliPackage(root),
    consoleFiles: lifetime.opened(openConsole({ root, log })),
    docsFiles: openDocs(join(root, 'docs/dist')),
    trustedProxies,
    forwarding: await openForwarding(platform, folder, log),
    log,
  }
  const bridge = lifetime.opened(
    await openBridgeServer({ ...shared, clients: openLimits(), port: settings.bridgePort }),
  )
  const api = lifetime.opened(
    await openApiServer({ ...shared, clients: openLimits(), port: settings.apiPort }),
  )
  const ports = {
    api: api.port,
    bridge: bridge.port,
    git: git.port,
    visitors: router.addresses,
  }
  const found = publicAddresses(settings, ports)
  const own = (port: number) => `https://${serverHost(settings)}:${port}`
  await platform.store.shared?.membership.join({
    api: own(api.port),
    bridge: own(bridge.port),
    git: found.git,
    // Without shared repositories an application cannot be deployed elsewhere.
    cluster: (repositories.replication && engine.cluster?.id) ?? '',
    routedCluster: engine.cluster?.id ?? '',
  })
  return { addresses: found, localApi: localApiUrl(settings, api.port) }
}

const listeners = 3
const maxConnections = 10_000

/** Each listener has its part of half of the file descriptors, and no client more than a quarter of that. */
function listenerLimits({ maxPerClient, trustedProxies }: Settings): ClientLimits {
  const files = processConnectionLimit().max
  const total = createConnectionLimit(Math.min(maxConnections, Math.floor(files / listeners)))
  const quarter = Math.ceil(total.max / 4)
  const isLimited = maxPerClient > 0
  return new ClientLimits({
    total,
    maxPerClient: isLimited ? Math.min(maxPerClient, quarter) : 0,
    trustedProxies,
  })
}

/** Only a store that servers share has others to pass requests on to. */
async function openForwarding(
  { store }: Platform,
  { keyFor, authority }: Resources['folder'],
  log: (line: string) => void,
): Promise<Forwarding | undefined> {
  if (!store.shared) return undefined
  const { createForwarding } = await import('#api/forwarding/forwarding.ts')
  const { placement } = store.shared
  return createForwarding({
    placement,
    key: keyFor('forwarding'),
    authority: authority.certificate,
    log,
  })
}
