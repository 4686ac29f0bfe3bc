import { createVault } from '#kit/crypto/vault.ts'
import { requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import { createFirstAccount } from '#platform/identity/accounts/users/first-account.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Cluster } from '#platform/model/hosting/deployments/engine.ts'
import type { Traffic } from '#platform/model/hosting/deployments/traffic.ts'
import type { Store } from '#platform/model/store.ts'
import type { Platform } from '#platform/platform.ts'
import { openPostgresqlStore } from '#stores/postgresql/postgresql-store.ts'
import type { RecordedTraffic } from '#tests/support/engine/recorded-traffic.ts'
import { testPasswords } from '#tests/support/passwords.ts'
import { endOf, newApplication } from '#tests/support/platform/platform.ts'
import { openWorld, startServer } from '#tests/support/platform/world.ts'
import type { PostgresqlServer } from '#tests/support/servers/postgresql-server.ts'

/** Two servers with one PostgreSQL database, of which the second reaches the instances of the first. */
export interface TwoServers extends AsyncDisposable {
  first: Platform
  other: Platform
  /** Router of the first server. */
  traffic: RecordedTraffic
  /** Uncaught errors so far, and lines of the operators' logs. */
  bugs: unknown[]
  /** Asks the database. */
  ask(statement: string): Promise<Record<string, unknown>[]>
  /** Ends the second server, as a crash does for what it has in memory, and starts another one in its place. */
  restartOther(): Promise<void>
  /** An application that is assigned to the first server. */
  application(environment?: Record<string, string>): Promise<Application>
  /** Requests a deployment at the first server. */
  push(application: Application, commit: string): ReturnType<typeof requestDeployment>
  deploy(application: Application, commit: string): ReturnType<typeof endOf>
}

const cluster: Cluster = {
  id: 'memory',
  async takeOver() {},
  async leave() {},
}

/** Neither follows the other until its `placementWorker` is begun. */
export async function openTwoServers(
  database: PostgresqlServer,
  routerOfOther: Traffic,
): Promise<TwoServers> {
  const stack = new AsyncDisposableStack()
  const url = await database.createDatabase()
  const vault = createVault(Buffer.alloc(32))
  const bugs: unknown[] = []
  const openServer = async (serverId: string, router?: Traffic) => {
    const own = new AsyncDisposableStack()
    const store: Store = await openPostgresqlStore(url, vault, { serverId })
    own.defer(() => store.close())
    const where = { api: serverId, bridge: serverId, git: serverId, cluster: '' }
    await store.shared?.membership.join({ ...where, routedCluster: 'memory' })
    const world = own.use(await openWorld())
    const platform = startServer(
      world,
      (parts) => ({
        ...parts,
        store,
        engine: { ...parts.engine, cluster },
        traffic: (router ?? parts.traffic) as RecordedTraffic,
      }),
      (bug) => void bugs.push(bug),
    )
    own.defer(async () => {
      await platform.placementWorker.close()
      await platform.queue.close()
      await platform.routeRepair.close()
      await platform.supervision.close()
    })
    return { platform, store, traffic: world.traffic, close: () => own.disposeAsync() }
  }
  const first = await openServer('home')
  stack.defer(first.close)
  let second = await openServer('other', routerOfOther)
  stack.defer(() => second.close())
  const { organisationId } = await createFirstAccount(
    { store: first.store, clock: Date.now, passwords: testPasswords },
    'admin@localhost',
    async () => {},
  )
  const { platform: one, store, traffic } = first
  const push = async ({ id }: Application, commit: string) => {
    const current = await store.applications.find(id)
    if (!current) throw new Error(`${id} is gone`)
    return requestDeployment(one, current, { commit, cause: 'Git', authorId: '' })
  }
  return {
    first: one,
    get other() {
      return second.platform
    },
    traffic,
    bugs,
    ask: (statement) => database.run(url.pathname.slice(1), statement),
    async restartOther() {
      await second.close()
      second = await openServer('other', routerOfOther)
    },
    application: (environment) => newApplication(one, organisationId, environment),
    push,
    deploy: async (application, commit) => endOf(one, (await push(application, commit)).id),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
