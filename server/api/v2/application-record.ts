import type { Call } from '#api/http/endpoint.ts'
import type { Caller } from '#platform/access/caller.ts'
import { hasPermission } from '#platform/access/permit.ts'
import type { Application } from '#platform/applications/application.ts'
import { isRunOnce } from '#platform/applications/environment.ts'
import { applicationToWire } from './wire.ts'

/** The call that a record is for, whose caller decides which fields it shows. */
export type RecordCall = Pick<Call, 'platform' | 'addresses'> & { caller: Caller }

/** The record of an application. `env` is empty for callers that may not list the variables at `/env`. */
export async function applicationRecord(
  { platform, addresses, caller }: RecordCall,
  application: Application,
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
      domains: domains.map(({ name }) => name),
      isTask: isRunOnce(application, environment),
      shownVariables: canReadVariables ? environment : {},
      ...(newest && { lastDeployment: newest }),
    },
    addresses,
  )
}

/** Records of several applications. */
export const applicationRecords = (call: RecordCall, applications: readonly Application[]) =>
  Promise.all(applications.map((application) => applicationRecord(call, application)))
