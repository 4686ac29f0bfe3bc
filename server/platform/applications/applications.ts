import { newId } from '#kit/text/ids.ts'
import { refuseGoneOwner } from '#platform/accounts/owner.ts'
import { type Scale, scalingAction } from '#platform/deployments/instances/scale-plan.ts'
import {
  type EnqueueResult,
  enqueueScaling,
  tellCancelled,
} from '#platform/deployments/queue/requests.ts'
import { reroute } from '#platform/deployments/routes.ts'
import type { AuthorId, OwnerId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { type Quotas, quotaAccountOf, requireCount } from '#platform/quotas/quotas.ts'
import {
  isRunningOrStarting,
  memoryOf,
  requireRunningQuota,
} from '#platform/quotas/running-quota.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Store } from '#platform/store.ts'
import type { Application, ApplicationChange } from './application.ts'
import { ownDomain } from './domain.ts'
import type { Environment } from './environment.ts'
import { getApplication } from './find.ts'
import { findFlavor } from './flavor.ts'
import { validateBranch, validateDescription, validateName, validateVariables } from './names.ts'

export const maxInstances = 20

export interface NewApplication extends ApplicationChange {
  name: string
  type: string
  zone: string
  environment: Environment
}

/** Creates an application with its own domain and an empty repository ready for pushes. */
export async function createApplication(
  platform: Pick<
    Platform,
    'store' | 'repositories' | 'runtimes' | 'policies' | 'clock' | 'traffic' | 'routeTurns'
  >,
  ownerId: OwnerId,
  { name, type, zone, environment, ...change }: NewApplication,
): Promise<Application> {
  const { store, repositories, policies, clock } = platform
  if (!platform.runtimes.some((runtime) => runtime.type === type)) {
    throw new Refusal('invalid', `Unknown application type ${JSON.stringify(type)}.`)
  }
  if (!policies.zones.some((candidate) => candidate.name === zone)) {
    const known = policies.zones.map((candidate) => candidate.name).join(', ')
    throw new Refusal('invalid', `Unknown zone ${JSON.stringify(zone)}: use one of ${known}.`)
  }
  validateVariables(environment)
  const id = newId('app')
  const fresh: Omit<Application, 'number'> = {
    ...defaults,
    ...validateChange(change),
    id,
    ownerId,
    type,
    zone,
    name: validateName(name),
    createdAt: clock(),
  }
  refuseImpossibleScale(fresh)
  await repositories.create(id)
  const adding = store.transaction(async (inside) => {
    await refuseGoneOwner(inside, ownerId)
    await requireRoom(inside, policies.quotas, ownerId)
    const added = await inside.applications.add(fresh)
    const domain = ownDomain(id, policies.appsDomain)
    await inside.domains.add({ name: domain, applicationId: id, favourite: false })
    await inside.variables.replace(id, environment)
    return added
  })
  const application = await adding.catch(async (error) => {
    await repositories.remove(id)
    throw error
  })
  await reroute(platform, application.id)
  return application
}

/** Refuses when the owner's quota account has reached its number of applications or domains. */
async function requireRoom(store: Store, quotas: Quotas, ownerId: OwnerId): Promise<void> {
  const account = await quotaAccountOf(store, ownerId)
  const present = (await store.applications.listOfQuotaAccount(account)).length
  requireCount(quotas, 'applications', { present, adding: 1, noun: 'applications' })
  const domains = await store.domains.countOfQuotaAccount(account)
  requireCount(quotas, 'domains', { present: domains, adding: 1, noun: 'domains' })
}

/** Changes only the given fields. A changed scale queues a deployment that scales the running instances. */
export async function changeApplication(
  platform: Pick<
    Platform,
    'store' | 'clock' | 'queue' | 'logs' | 'traffic' | 'routeTurns' | 'policies' | 'deploymentRate'
  >,
  application: Application,
  change: ApplicationChange,
  authorId: AuthorId = '',
): Promise<Application> {
  const valid = validateChange(change)
  const scaling = await platform.store.transaction(async (inside) => {
    const current = await getApplication({ store: inside }, application.id)
    const scaled = { ...current, ...valid }
    refuseImpossibleScale(scaled)
    if (isLarger(scaled, current) && (await isRunningOrStarting(inside, current)))
      await requireRunningQuota(inside, platform.policies.quotas, scaled)
    await inside.applications.change(application.id, valid)
    return queueScaling(platform, inside, { current, scaled, authorId })
  })
  if (scaling) {
    tellCancelled(platform, scaling.superseded)
    platform.queue.wake(application.id)
  }
  const changed = await getApplication(platform, application.id)
  await reroute(platform, changed.id)
  return changed
}

/** A running application is scaled at once; others use the new scale at their next start. */
async function queueScaling(
  { clock, deploymentRate }: Pick<Platform, 'clock' | 'deploymentRate'>,
  store: Store,
  { current, scaled, authorId }: { current: Application; scaled: Application; authorId: AuthorId },
): Promise<EnqueueResult | undefined> {
  const action = scalingAction(current, scaled)
  if (!action || current.wanted !== 'up' || !current.liveDeploymentId) return undefined
  const admit = async () => deploymentRate.count(current.ownerId)
  return enqueueScaling({ store, clock }, current, action, { authorId, admit })
}

const isLarger = (one: Scale, other: Scale): boolean =>
  one.minInstances > other.minInstances || memoryOf(one.minFlavor) > memoryOf(other.minFlavor)

const defaults = {
  description: '',
  branch: 'master',
  minFlavor: 'XS',
  maxFlavor: 'XS',
  buildFlavor: 'M',
  minInstances: 1,
  maxInstances: 1,
  separateBuild: false,
  stickySessions: false,
  homogeneous: false,
  cancelOnPush: false,
  forceHttps: false,
  favourite: false,
  archived: false,
  isTask: false,
  wanted: 'down',
  liveDeploymentId: null,
  commit: null,
} as const satisfies Partial<Application>

function validateChange(change: ApplicationChange): ApplicationChange {
  const valid = { ...change }
  if (change.name !== undefined) valid.name = validateName(change.name)
  if (change.description !== undefined) valid.description = validateDescription(change.description)
  if (change.branch !== undefined) valid.branch = validateBranch(change.branch)
  for (const key of ['minFlavor', 'maxFlavor', 'buildFlavor'] as const) {
    const wanted = change[key]
    if (wanted === undefined) continue
    const flavor = findFlavor(wanted)
    if (!flavor) throw new Refusal('invalid', `Unknown flavor ${JSON.stringify(wanted)}.`)
    valid[key] = flavor.name
  }
  return valid
}

function refuseImpossibleScale(scale: Pick<Application, 'minInstances' | 'maxInstances'>) {
  const isCount = (count: number) => Number.isInteger(count) && count >= 1 && count <= maxInstances
  const { minInstances: min, maxInstances: max } = scale
  if (isCount(min) && isCount(max) && min <= max) return
  throw new Refusal(
    'invalid',
    `An application has 1 to ${maxInstances} instances, and maxInstances must not be less than minInstances.`,
  )
}
