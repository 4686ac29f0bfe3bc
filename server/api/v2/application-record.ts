import type { Addresses } from '#api/endpoint.ts'
import { applicationToWire } from '#api/v2/wire.ts'
import type { Application } from '#platform/applications/application.ts'
import type { Platform } from '#platform/platform.ts'

/** Gathers what the record of an application shows and shapes it. */
export async function applicationRecord(
  { store, runtimes }: Pick<Platform, 'store' | 'runtimes'>,
  addresses: Addresses,
  application: Application,
) {
  const [domains, environment, [newest]] = await Promise.all([
    store.domains.listOf(application.id),
    store.variables.of(application.id),
    store.deployments.listOf(application.id, { limit: 1 }),
  ])
  const runtime = runtimes.find(({ type }) => type === application.type)
  return applicationToWire(
    application,
    {
      title: runtime?.title ?? application.type,
      domains: domains.map(({ name }) => name),
      environment,
      ...(newest && { lastDeployment: newest }),
    },
    addresses,
  )
}
