import type { Call } from '#api/http/endpoint.ts'
import { jsonArrayStream } from '#api/http/json-stream.ts'
import { unreachableMaximum } from '#platform/hosting/scaling/scale-bounds.ts'
import { hasPermission } from '#platform/identity/access/permit.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { isRunOnce } from '#platform/model/hosting/environment.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { type SizeCatalogues, sizeCatalogues } from './flavor-record.ts'
import { applicationToWire } from './wire.ts'

/** The call that a record is for, whose caller decides which fields it shows. */
export type RecordCall = Pick<Call, 'platform' | 'addresses'> & { caller: Caller }

/** The record of an application. `env` is empty for callers that may not list the variables at `/env`. */
export async function applicationRecord(
  { platform, addresses, caller }: RecordCall,
  application: Application,
  sizes?: SizeCatalogues,
) {
  const { store, runtimes } = platform
  const [domains, environment, [newest], canReadVariables] = await Promise.all([
    store.domains.listOf(application.id),
    store.variables.of(application.id),
    store.deployments.listOf(application.id, { limit: 1 }),
    hasPermission(platform, caller, 'operate', application.ownerId),
  ])
  const runtime = runtimes.find(({ type }) => type === application.type)
  return applicationToWire(
    application,
    {
      title: runtime?.title ?? application.type,
      domains,
      isTask: isRunOnce(application, environment),
      sizes: (sizes ?? (await sizeCatalogues(platform)))(application.zone),
      shownVariables: canReadVariables ? environment : {},
      unreachableMaximum: unreachableMaximum(application, platform.policies.maxFlavors),
      ...(newest && { lastDeployment: newest }),
    },
    addresses,
  )
}

/** A response with the records of several applications. */
export async function applicationRecords(call: RecordCall, applications: readonly Application[]) {
  const sizes = await sizeCatalogues(call.platform)
  return jsonArrayStream(applications, (application) => applicationRecord(call, application, sizes))
}
