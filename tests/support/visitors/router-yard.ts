import type { BlockList } from 'node:net'
import { after } from 'node:test'
import type { Traffic } from '#platform/model/hosting/deployments/traffic.ts'
import type { RouterCapabilities } from '#routers/capabilities.ts'

/** A controlled router, and the ports of its listeners. */
export interface OpenRouter {
  traffic: Traffic
  ports: { http: number; https: number }
  /** Disconnects from the router, as a server that exits does. */
  close(): void
}

/** Options of a router in the contract tests. */
export interface RouterOptions {
  answerTimeout?: number
  trustedProxies?: BlockList
  maxPerVisitor?: number
}

/** What a member of the router family can do, and whom its visitors trust. */
export interface RouterTraits {
  capabilities: RouterCapabilities
  /** The CA certificate that visitors trust. */
  authority: string
}

/** Folder of a router under test, to which a server can connect again. */
export interface RouterYard extends RouterTraits, AsyncDisposable {
  /** `answerTimeout` is in milliseconds. */
  open(options?: RouterOptions): Promise<OpenRouter>
  /** Kills the router's process. */
  kill(): Promise<void>
}

/** Where the contract tests of a file get their routers. */
export interface RouterYards {
  /** A folder without a router, for a test that kills or replaces it, counts from zero or needs other options. */
  fresh(): Promise<RouterYard>
  /** The router of all other tests of the file, without routes: its start costs more than most of them. */
  shared(): Promise<SharedRouter>
}

export type SharedRouter = RouterTraits & Omit<OpenRouter, 'close'>

/** The routers of a file of tests, whose shared one is started by its first test and ends after the last. */
export function routerYards(fresh: () => Promise<RouterYard>): RouterYards {
  const ending = new AsyncDisposableStack()
  after(() => ending.disposeAsync())
  const start = async (): Promise<SharedRouter> => {
    const yard = ending.use(await fresh())
    const { close, ...router } = await yard.open()
    ending.defer(close)
    const { capabilities, authority } = yard
    return { ...router, capabilities, authority }
  }
  let started: Promise<SharedRouter> | undefined
  return {
    fresh,
    async shared() {
      started ??= start()
      const router = await started
      await router.traffic.replaceAll([])
      return router
    },
  }
}
