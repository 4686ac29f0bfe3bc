import type { RouteStore } from '#platform/deployments/routes.ts'
import type { ApplicationId } from '#platform/ids.ts'
import type { Store } from '#platform/store.ts'

/**
 * What the routes of all applications are made from, read by four queries. With a query or more for each application,
 * the start of a server with a thousand of them would last as long as thousands of round trips to its database.
 */
export async function takeRouteSnapshot(
  store: Pick<Store, 'deployments' | 'instances' | 'domains' | 'tcpRedirections'>,
): Promise<RouteStore> {
  const unfinished = await store.deployments.listUnfinished()
  return {
    deployments: { listUnfinished: async () => unfinished },
    instances: byApplication(await store.instances.listAll()),
    domains: byApplication(await store.domains.listAll()),
    tcpRedirections: byApplication(await store.tcpRedirections.listAll()),
  }
}

function byApplication<T extends { applicationId: ApplicationId }>(all: readonly T[]) {
  const groups = Map.groupBy(all, ({ applicationId }) => applicationId)
  return { listOf: async (id: ApplicationId): Promise<T[]> => groups.get(id) ?? [] }
}
