import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import { type Domain, mainDomain } from '#platform/model/hosting/domain.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { AuthorId, OwnerId, UserId } from '#platform/model/ids.ts'
import {
  type ConditionedInstance,
  conditionOf,
  newestOf,
  type StatusReport,
  statusOf,
} from './application-status.ts'
import type { Platform } from './platform.ts'

/** Minutes of requests in an overview. */
const overviewMinutes = 30

/** What a list of applications shows of each. */
export interface ApplicationOverview extends StatusReport {
  application: Application
  instances: ConditionedInstance[]
  /** The domain to open. */
  domain: Domain | undefined
  lastDeployment: Deployment | undefined
  /** Who requested it; absent when the platform did, or when the account is gone. */
  author: User | undefined
  /** Requests in each of the last minutes, oldest first; `null` where nothing is known. */
  requestsPerMinute: readonly (number | null)[]
}

type Context = Pick<Platform, 'store' | 'metrics' | 'supervision' | 'liveness'>

/** All applications of an owner, in a number of queries that does not grow with theirs. */
export async function readOverview(
  platform: Context,
  ownerId: OwnerId,
): Promise<ApplicationOverview[]> {
  const { store } = platform
  const [applications, deployments, instances, domains] = await Promise.all([
    store.applications.listOf(ownerId),
    store.deployments.listCurrentOf(ownerId),
    store.instances.listOfOwner(ownerId),
    store.domains.listOfOwner(ownerId),
  ])
  return describe(platform, { applications, deployments, instances, domains })
}

/** One application, as it is in the list. */
export async function readApplicationOverview(
  platform: Context,
  application: Application,
): Promise<ApplicationOverview> {
  const { store } = platform
  const { id, ownerId } = application
  const [deployments, instances, domains] = await Promise.all([
    store.deployments.listCurrentOf(ownerId, id),
    store.instances.listOfOwner(ownerId, id),
    store.domains.listOf(id),
  ])
  const applications = [application]
  const [overview] = await describe(platform, { applications, deployments, instances, domains })
  if (!overview) throw new Error(`${id} has no overview`)
  return overview
}

interface Records {
  applications: readonly Application[]
  deployments: readonly Deployment[]
  instances: Awaited<ReturnType<Platform['store']['instances']['listOfOwner']>>
  domains: readonly Domain[]
}

async function describe(
  platform: Context,
  { applications, deployments, instances, domains }: Records,
): Promise<ApplicationOverview[]> {
  const deploymentsOf = Map.groupBy(deployments, byApplication)
  const instancesOf = Map.groupBy(instances, byApplication)
  const domainsOf = Map.groupBy(domains, byApplication)
  const newest = new Map(
    applications.map(({ id }) => [id, newestOf(deploymentsOf.get(id) ?? [])] as const),
  )
  const [authors, requests] = await Promise.all([
    authorsOf(platform, [...newest.values()]),
    platform.metrics.requestsPerMinute(
      applications.map(({ id }) => id),
      overviewMinutes,
    ),
  ])
  return applications.map((application) => {
    const { id } = application
    const own = (instancesOf.get(id) ?? []).map((instance) => ({
      ...instance,
      condition: conditionOf(instance, {
        isDown: platform.supervision.isDown(instance.id),
        isOut: platform.liveness.isOut(instance.id),
      }),
    }))
    const lastDeployment = newest.get(id)
    return {
      ...statusOf({ application, deployments: deploymentsOf.get(id) ?? [], instances: own }),
      application,
      instances: own,
      domain: mainDomain(domainsOf.get(id) ?? []),
      lastDeployment,
      author: lastDeployment && authors.get(lastDeployment.authorId),
      requestsPerMinute: requests.get(id) ?? [],
    }
  })
}

const byApplication = <Id>({ applicationId }: { applicationId: Id }): Id => applicationId

async function authorsOf(
  { store }: Pick<Platform, 'store'>,
  deployments: readonly (Deployment | undefined)[],
): Promise<Map<AuthorId, User>> {
  const ids = new Set(
    deployments.flatMap((deployment): UserId[] => {
      const authorId = deployment?.authorId
      return authorId ? [authorId] : []
    }),
  )
  const users = await store.users.list([...ids])
  return new Map(users.map((user) => [user.id, user]))
}
