import { issueCertificate } from '#kit/crypto/x509.ts'
import type { Claims } from '#platform/model/claims.ts'
import {
  haproxyCapabilities,
  missingCapabilities,
  nodeCapabilities,
  type RouterCapabilities,
} from '#routers/capabilities.ts'
import type { RouterProgram } from '#routers/control/launch.ts'
import { openRouterProcess, type RouterProcess } from '#routers/control/router-process.ts'
import type { RouterOptions } from '#routers/open-supervisor.ts'
import type { Settings } from '#settings/settings.ts'
import type { DataFolder } from '#wiring/disk/data-folder.ts'
import type { Lifetime } from '#wiring/lifetime.ts'

interface RouterMember {
  capabilities: RouterCapabilities
  program(): Promise<RouterProgram>
}

/** The members of the router family. Only the chosen one is loaded. */
const members: Record<Settings['router'], RouterMember> = {
  node: {
    capabilities: nodeCapabilities,
    program: async () => (await import('#routers/node/node-router.ts')).nodeProgram,
  },
  haproxy: {
    capabilities: haproxyCapabilities,
    program: async () => (await import('#routers/haproxy/haproxy-router.ts')).haproxyProgram(),
  },
}

/** The program of the chosen router. Says what it cannot do. */
export async function chooseRouter(
  settings: Settings,
  log: (line: string) => void,
): Promise<RouterProgram> {
  const { capabilities, program } = members[settings.router]
  for (const sentence of missingCapabilities(capabilities)) {
    log(`Router ${settings.router}: ${sentence}.`)
  }
  return program()
}

/** How the router of a folder is started. */
export const routerOptions = (
  settings: Settings,
  folder: string,
  log: (line: string) => void,
): RouterOptions => ({
  folder,
  host: settings.bind,
  httpPort: settings.httpPort,
  httpsPort: settings.httpsPort,
  publicHttpsPort: settings.publicHttpsPort,
  trustedProxies: settings.trustedProxies,
  maxPerVisitor: settings.maxPerVisitor,
  say: log,
})

export interface RouterNeeds {
  claims: Claims
  /** Called when a process of a router was spawned; not for one that runs already. */
  onSpawn(): void
  log: (line: string) => void
}

/** Starts the router, or takes over the running one, and connects to its edges on other machines. */
export async function openRouter(
  settings: Settings,
  folder: DataFolder,
  { claims, onSpawn, log }: RouterNeeds,
): Promise<RouterProcess> {
  const program = await chooseRouter(settings, log)
  const authority = {
    authority: folder.authority.certificate,
    identityFor: (host: string) => issueCertificate(folder.authority, [host]),
  }
  const options = { ...routerOptions(settings, folder.path('router'), log), onSpawn }
  const router = await openRouterProcess(program, { ...options, ...authority })
  if (settings.routerEdges.length === 0) return router
  const { withEdges } = await import('#routers/edges/with-edges.ts')
  const { routerEdges: edges, edgeLease: lease } = settings
  const isCommander = async () => (await claims.lead('edges', async () => {})) !== undefined
  return withEdges(router, { edges, lease, authority, isCommander, say: log })
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
