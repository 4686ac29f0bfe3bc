import { newId } from '#kit/text/ids.ts'
import { refuseSuspended } from '#platform/billing/payments/refuse-suspended.ts'
import { scalingAction } from '#platform/hosting/deployments/instances/scale-plan.ts'
import {
  type EnqueueResult,
  enqueueScaling,
  tellCancelled,
} from '#platform/hosting/deployments/queue/requests.ts'
import { rerouteSoon } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import {
  isRunningOrStarting,
  memoryOf,
  requireRunningQuota,
} from '#platform/hosting/quotas/running-quota.ts'
import {
  clampScale,
  refuseImpossibleBounds,
  refuseUnavailable,
  scaleWithin,
  validateFlavors,
} from '#platform/hosting/scaling/scale-bounds.ts'
import { followVariables } from '#platform/hosting/visitors/follow-variables.ts'
import { refuseGoneOwner } from '#platform/identity/accounts/owner.ts'
import { quotaAccountOf, requireCount } from '#platform/identity/quotas.ts'
import type { Application, ApplicationChange, Scale } from '#platform/model/hosting/application.ts'
import { ownDomain } from '#platform/model/hosting/domain.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { largerFlavor, smallerFlavor } from '#platform/model/hosting/flavor.ts'
import { defaultBuildFlavor } from '#platform/model/hosting/max-flavors.ts'
import {
  validateBranch,
  validateDescription,
  validateName,
  validateVariables,
} from '#platform/model/hosting/names.ts'
import type { ApplicationId, AuthorId, OwnerId } from '#platform/model/ids.ts'
import type { Policies } from '#platform/model/policies.ts'
import type { Quotas } from '#platform/model/quotas.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { validateTags } from '#platform/model/tags.ts'
import { getApplication } from './find.ts'
import { requireType } from './require-type.ts'

export interface NewApplication extends ApplicationChange {
  name: string
  type: string
  zone: string
  environment: Environment
  /** The application that this is a preview of. */
  previewOf?: ApplicationId
  /** Called in the transaction that adds the application; throws a refusal. */
  admit?: (store: Store, added: Application) => Promise<void>
}

/** Creates an application with its own domain and an empty repository ready for pushes. */
export async function createApplication(
  platform: Pick<
    Platform,
    | 'store'
    | 'repositories'
    | 'engine'
    | 'runtimes'
    | 'policies'
    | 'clock'
    | 'traffic'
    | 'routeLock'
    | 'placement'
  >,
  ownerId: OwnerId,
  { name, type, zone, environment, previewOf, admit, ...change }: NewApplication,
): Promise<Application> {
  const { store, repositories, policies, clock } = platform
  requireType(platform, type)
  if (!policies.zones.some((candidate) => candidate.name === zone)) {
    const known = policies.zones.map((candidate) => candidate.name).join(', ')
    throw new Refusal('invalid', `Unknown zone ${JSON.stringify(zone)}: use one of ${known}.`)
  }
  validateVariables(environment)
  const id = newId('app')
  const given = validateChange(change)
  const valid = { ...defaultsHere(policies, given), ...given }
  refuseImpossibleBounds(valid)
  refuseUnavailable(valid, {}, policies.maxFlavors)
  const fresh: Omit<Application, 'number'> = {
    ...valid,
    ...clampScale({ currentInstances: 1, currentFlavor: valid.minFlavor }, valid),
    id,
    ownerId,
    type,
    zone,
    name: validateName(name),
    previewOf: previewOf ?? null,
    createdAt: clock(),
  }
  await platform.placement.assign(id)
  await repositories.create(id)
  const adding = store.transaction(async (inside) => {
    await refuseGoneOwner(inside, ownerId)
    await refuseSuspended(inside, ownerId)
    await requireRoom(inside, policies.quotas, ownerId)
    const added = await inside.applications.add(fresh)
    const host = ownDomain(id, policies.appsDomain)
    await inside.domains.add({ host, path: '/', applicationId: id, favourite: false })
    await inside.variables.replace(id, environment)
    await admit?.(inside, added)
    await followVariables(inside, added)
    return added
  })
  const application = await adding.catch(async (error) => {
    await repositories.remove(id)
    await platform.placement.unassign(id)
    throw error
  })
  await rerouteSoon(platform, application.id)
  return application
}

/** Refuses when the owner's quota account has reached its number of applications or domains. */
async function requireRoom(store: Store, quotas: Quotas, ownerId: OwnerId): Promise<void> {
  const account = await quotaAccountOf(store, ownerId)
  const present = await store.applications.countOfQuotaAccount(account)
  requireCount(quotas, 'applications', { present, adding: 1, noun: 'applications' })
  const domains = await store.domains.countOfQuotaAccount(account)
  requireCount(quotas, 'domains', { present: domains, adding: 1, noun: 'domains' })
}

/** Changes only the given fields. A changed scale queues a deployment that scales the running instances. */
export async function changeApplication(
  platform: Pick<
    Platform,
    | 'store'
    | 'clock'
    | 'times'
    | 'queue'
    | 'logs'
    | 'traffic'
    | 'routeLock'
    | 'policies'
    | 'deploymentRate'
  >,
  application: Application,
  change: ApplicationChange,
  authorId: AuthorId = '',
): Promise<Application> {
  const valid = validateChange(change)
  const scaling = await platform.store.transaction(async (inside) => {
    const current = await getApplication({ store: inside }, application.id)
    const bounds = { ...current, ...valid }
    refuseImpossibleBounds(bounds)
    refuseUnavailable(valid, current, platform.policies.maxFlavors)
    const scale = scaleWithin(current, bounds)
    const scaled = { ...bounds, ...scale }
    if (isLarger(scaled, current) && (await isRunningOrStarting(inside, current)))
      await requireRunningQuota(inside, platform.policies.quotas, scaled)
    await inside.applications.change(application.id, { ...valid, ...scale })
    return queueScaling(platform, inside, { current, scaled, authorId })
  })
  if (scaling) {
    tellCancelled(platform, scaling.superseded)
    platform.queue.wake(application.id)
  }
  const changed = await getApplication(platform, application.id)
  await rerouteSoon(platform, changed.id)
  return changed
}

/** A running application is scaled at once; others use the new scale at their next start. */
async function queueScaling(
  { clock, deploymentRate }: Pick<Platform, 'clock' | 'deploymentRate'>,
  store: Store,
  { current, scaled, authorId }: { current: Application; scaled: Application; authorId: AuthorId },
): Promise<EnqueueResult | undefined> {
  const action = scalingAction(current, scaled)
  if (!action || !isUp(current)) return undefined
  const admit = async () => deploymentRate.count(current.ownerId)
  return enqueueScaling({ store, clock }, current, action, { authorId, admit })
}

const isUp = ({ wanted, suspended, asleepSince, liveDeploymentId }: Application): boolean =>
  wanted === 'up' && !suspended && asleepSince === null && liveDeploymentId !== null

const isLarger = (one: Scale, other: Scale): boolean =>
  one.currentInstances > other.currentInstances ||
  memoryOf(one.currentFlavor) > memoryOf(other.currentFlavor)

const defaults = {
  description: '',
  branch: 'master',
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
  tags: [],
  suspended: false,
  sleepTimeout: null,
  asleepSince: null,
  wakeRequestedAt: null,
  wanted: 'down',
  liveDeploymentId: null,
  commit: null,
} as const satisfies Partial<Application>

/** A machine may be too small for the usual flavor, and one of the bounds may be given without the other. */
function defaultsHere(
  { maxFlavors }: Pick<Policies, 'maxFlavors'>,
  { minFlavor, maxFlavor }: ApplicationChange,
) {
  const usual = smallerFlavor('XS', maxFlavors.instances)
  return {
    ...defaults,
    minFlavor: smallerFlavor(usual, maxFlavor ?? usual),
    maxFlavor: largerFlavor(usual, minFlavor ?? usual),
    buildFlavor: defaultBuildFlavor(maxFlavors),
  }
}

function validateChange(change: ApplicationChange): ApplicationChange {
  const valid = { ...change, ...validateFlavors(change) }
  if (change.name !== undefined) valid.name = validateName(change.name)
  if (change.description !== undefined) valid.description = validateDescription(change.description)
  if (change.branch !== undefined) valid.branch = validateBranch(change.branch)
  if (change.tags !== undefined) valid.tags = validateTags(change.tags)
  // Whoever names a size for builds wants builds of that size.
  if (valid.buildFlavor !== undefined) valid.separateBuild ??= true
  return valid
}
