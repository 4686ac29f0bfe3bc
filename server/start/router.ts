import { issueCertificate } from '#kit/crypto/x509.ts'
import {
  haproxyCapabilities,
  missingCapabilities,
  nodeCapabilities,
  type RouterCapabilities,
} from '#routers/capabilities.ts'
import type { RouterProcess, RouterProcessOptions } from '#routers/control/router-process.ts'
import type { Settings } from '#settings.ts'
import type { DataFolder } from './disk/data-folder.ts'
import type { Lifetime } from './lifetime.ts'

interface RouterMember {
  capabilities: RouterCapabilities
  open(options: RouterProcessOptions): Promise<RouterProcess>
}

/** The members of the router family. Only the chosen one is loaded. */
const members: Record<Settings['router'], RouterMember> = {
  node: {
    capabilities: nodeCapabilities,
    open: async (options) => (await import('#routers/node/node-router.ts')).openNodeRouter(options),
  },
  haproxy: {
    capabilities: haproxyCapabilities,
    open: async (options) =>
      (await import('#routers/haproxy/haproxy-router.ts')).openHaproxyRouter(options),
  },
}

/** Starts the router, or takes over the running one. Says what the chosen one cannot do. */
export async function openRouter(
  settings: Settings,
  folder: DataFolder,
  log: (line: string) => void,
): Promise<RouterProcess> {
  const { capabilities, open } = members[settings.router]
  for (const sentence of missingCapabilities(capabilities)) {
    log(`Router ${settings.router}: ${sentence}.`)
  }
  return open({
    folder: folder.path('router'),
    host: settings.bind,
    httpPort: settings.httpPort,
    httpsPort: settings.httpsPort,
    publicHttpsPort: settings.publicHttpsPort,
    authority: folder.authority.certificate,
    identityFor: (host) => issueCertificate(folder.authority, [host]),
    trustedProxies: settings.trustedProxies,
    maxPerVisitor: settings.maxPerVisitor,
    say: log,
  })
}

/** The router outlives the server, unless everything stops or a failed start has started it. */
export function closingRouter(
  opening: Promise<RouterProcess>,
  lifetime: Lifetime,
): () => Promise<void> {
  const opened = opening.catch(() => undefined)
  return async () => {
    const router = await opened
    if (!router) return
    const isUnused = lifetime.ending === 'failed start' && !router.wasRunning
    await (lifetime.ending === 'everything' || isUnused ? router.stop() : router.close())
  }
}
