import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import { redeploy, requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import { removeOldReleases } from '#platform/hosting/deployments/releases/retention.ts'
import { requestRollback } from '#platform/hosting/deployments/releases/rollback.ts'
import {
  type LiveApplication,
  one,
  openLiveApplication,
  served,
  two,
} from '#tests/support/applications/live-application.ts'
import { newApplication } from '#tests/support/platform/platform.ts'
import { type PromotionRequest, promote } from './promote.ts'
import { promotionWays, removePromotionTarget, setPromotionTarget } from './promotion-target.ts'

/** Staging with the second version live, and production without any. */
async function openEnvironments(environment: Record<string, string> = {}) {
  const staging = await openLiveApplication()
  const { platform } = staging
  await platform.store.applications.change(staging.application.id, { name: 'staging' })
  await staging.deploy(staging.application, two)
  const made = await newApplication(platform, staging.account.organisationId, environment)
  const builds = { count: 0 }
  const { build } = platform.engine
  platform.engine.build = (order) => {
    builds.count += 1
    return build(order)
  }
  const production = { ...staging, application: made }
  return { ...staging, builds, production }
}

const currentOf = async ({ platform, application }: LiveApplication) =>
  (await platform.store.applications.find(application.id)) ?? assert.fail()

type Environments = Awaited<ReturnType<typeof openEnvironments>>

async function promoteTo(
  setup: Environments,
  more: Partial<Omit<PromotionRequest, 'authorId'>> = {},
) {
  const { platform, production } = setup
  const [from, to] = [await currentOf(setup), await currentOf(production)]
  const { id } = await promote(platform, { from, to, authorId: '', ...more })
  const deployment = await setup.ended(id)
  await platform.queue.idle(to.id)
  return deployment
}

const releaseOf = async ({ platform, application }: LiveApplication) => {
  const { liveDeploymentId } = await currentOf({ platform, application } as LiveApplication)
  return (await platform.store.releases.find(liveDeploymentId ?? 'deployment_')) ?? assert.fail()
}

test('promotion: deploys the artifact of another application without a build, with the own variables', async () => {
  await using setup = await openEnvironments({ WHERE: 'production' })
  const { production, platform, builds } = setup
  const { application } = setup
  await setVariable(platform, application, 'WHERE', 'staging')
  const deployment = await promoteTo(setup)
  assert.deepEqual(
    [deployment.state, deployment.commit, deployment.cause],
    ['live', two, 'Promotion of release 2 of staging'],
  )
  assert.deepEqual(await served(production), [two])
  assert.equal(builds.count, 0)
  const release = await releaseOf(production)
  assert.equal(release.environment.WHERE, 'production')
  assert.equal(release.environment.APP_ID, production.application.id)
  assert.deepEqual(release.origin, { applicationId: application.id, name: 'staging', number: 2 })
  const lines = await setup.lines(production.application.id)
  assert.ok(
    lines.includes(`Nothing to build: promoting release 2 of staging, commit ${two}.`),
    lines.join('\n'),
  )
  assert.deepEqual(await served(setup), [two], 'staging is not touched')
})

test('promotion: names a release, and an earlier one of the target starts again afterwards', async () => {
  await using setup = await openEnvironments()
  const { production, platform } = setup
  assert.equal((await promoteTo(setup, { number: 1 })).state, 'live')
  assert.deepEqual(await served(production), [one])
  assert.equal((await promoteTo(setup)).state, 'live')
  assert.deepEqual(await served(production), [two])
  await deleteApplication(platform, await currentOf(setup))
  const back = await requestRollback(platform, await currentOf(production), { authorId: '' })
  assert.equal((await setup.ended(back.id)).state, 'live')
  await platform.queue.idle(production.application.id)
  assert.deepEqual(await served(production), [one])
  assert.equal((await releaseOf(production)).origin?.number, 1)
  assert.equal(setup.builds.count, 0)
})

test('promotion: a restart with other variables keeps the artifact when the source is gone', async () => {
  await using setup = await openEnvironments()
  const { production, platform, builds } = setup
  await promoteTo(setup)
  await deleteApplication(platform, await currentOf(setup))
  await setVariable(platform, production.application, 'ADDED', 'later')
  const restart = { authorId: '', withoutCache: false } as const
  const { id } = await redeploy(platform, await currentOf(production), restart)
  assert.equal((await setup.ended(id)).state, 'live')
  await platform.queue.idle(production.application.id)
  assert.equal(builds.count, 0)
  const release = await releaseOf(production)
  assert.deepEqual([release.environment.ADDED, release.origin?.name], ['later', 'staging'])
  const built = await redeploy(platform, await currentOf(production), {
    authorId: '',
    withoutCache: true,
  })
  assert.equal((await setup.ended(built.id)).state, 'live')
  assert.equal(builds.count, 1, 'unless somebody wants a build')
  assert.equal((await releaseOf(production)).origin, undefined)
})

test('promotion: a queued one holds up the deletion of the source and its artifact, until it has its own', async () => {
  await using setup = await openEnvironments()
  const { production, platform } = setup
  await setVariable(platform, production.application, 'MISBEHAVE', 'build-forever')
  const first = { commit: one, cause: 'Git', authorId: '' } as const
  const building = await requestDeployment(platform, await currentOf(production), first)
  await until(
    async () => (await platform.store.deployments.find(building.id))?.state === 'building',
    {
      timeout: 60_000,
      what: 'the build',
    },
  )
  const [from, to] = [await currentOf(setup), await currentOf(production)]
  const { id } = await promote(platform, { from, to, authorId: '' })
  await deleteApplication(platform, from)
  assert.equal(await platform.store.applications.find(from.id), undefined, 'nobody sees it')
  assert.ok((await platform.store.releases.listOf(from.id)).length > 0)
  await setVariable(platform, production.application, 'MISBEHAVE', '')
  platform.queue.cancel(building.id, 'enough')
  assert.equal((await setup.ended(id)).state, 'live')
  assert.deepEqual(await served(production), [two])
  await until(async () => (await platform.store.releases.listOf(from.id)).length === 0, {
    timeout: 60_000,
    what: 'the end of the deletion',
  })
  await assert.rejects(promote(platform, { from, to, authorId: '' }), /^Refusal/)
})

test('promotion: retention of the source keeps an artifact that is being promoted', async () => {
  await using setup = await openEnvironments()
  const { production, platform } = setup
  for (const digit of ['3', '4', '5', '6']) await setup.deploy(setup.application, digit.repeat(40))
  const { copy } = platform.engine
  const copying = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  platform.engine.copy = async (order) => {
    copying.resolve()
    await goOn.promise
    return copy(order)
  }
  const [from, to] = [await currentOf(setup), await currentOf(production)]
  const { id } = await promote(platform, { from, to, number: 4, authorId: '' })
  await copying.promise
  for (const digit of ['7', '8', '9']) await setup.deploy(setup.application, digit.repeat(40))
  await removeOldReleases(platform, from.id)
  goOn.resolve()
  assert.equal((await setup.ended(id)).state, 'live')
  await platform.queue.idle(to.id)
  await removeOldReleases(platform, from.id)
  const fourth = (await platform.store.releases.listOf(from.id)).find(({ number }) => number === 4)
  assert.equal(fourth && (await platform.engine.holds(fourth.artifact)), false)
  assert.deepEqual(await served(production), ['4'.repeat(40)])
})

test('promotion: an unhealthy one leaves the version before serving', async () => {
  await using setup = await openEnvironments()
  const { production, platform } = setup
  await promoteTo(setup, { number: 1 })
  await setVariable(platform, production.application, 'MISBEHAVE', 'exit')
  const { state, failureStep } = await promoteTo(setup)
  assert.deepEqual([state, failureStep], ['failed', 'start'])
  assert.deepEqual(await served(production), [one])
})

test('promotion: what cannot be promoted is refused with a sentence', async () => {
  await using setup = await openEnvironments()
  const { production, platform } = setup
  const [from, to] = [await currentOf(setup), await currentOf(production)]
  const refused = (more: Partial<PromotionRequest>, sentence: RegExp) =>
    assert.rejects(promote(platform, { from, to, authorId: '', ...more }), sentence)
  await refused({ to: from }, /^Refusal: staging cannot be promoted to itself/)
  await refused({ to: { ...to, ownerId: 'orga_other' } }, /^Refusal: .* have different owners/)
  await refused(
    { to: { ...to, type: 'go' } },
    /^Refusal: staging is of type node and .* of type go/,
  )
  await refused({ number: 7 }, /^Refusal: There is no release 7 of staging/)
  await refused({ from: to, to: from }, /^Refusal: .* has no live release to promote/)
  const [release] = await platform.store.releases.listOf(from.id)
  if (release) await platform.engine.discard(release.artifact)
  await refused({}, /^Refusal: The artifact of release 2 of staging is no longer kept/)
})

test('promotion: values that a bundler has put into the artifact are refused when they differ, unless that is wanted', async () => {
  const RECIPE = JSON.stringify({ build: [{ title: 'make', command: ['make'] }] })
  await using setup = await openEnvironments({ RECIPE, VITE_API: 'production', SECRET: 'b' })
  const { platform, application, production } = setup
  for (const [name, value] of Object.entries({ RECIPE, VITE_API: 'staging', SECRET: 'a' })) {
    await setVariable(platform, application, name, value)
  }
  await setup.deploy(application, one)
  await assert.rejects(
    promoteTo(setup),
    /^Refusal: The build of staging .* differ in .*: VITE_API\./,
  )
  assert.equal((await promoteTo(setup, { keepsVariables: true })).state, 'live')
  const lines = await setup.lines(production.application.id)
  assert.ok(lines.includes('The artifact keeps values that differ here: VITE_API.'))
  const readable = lines.find((line) => line.startsWith('The build could read'))
  assert.match(readable ?? '', /differ here: SECRET\. /)
  await setVariable(platform, production.application, 'VITE_API', 'staging')
  assert.equal((await promoteTo(setup)).state, 'live')
})

test('promotion target: goes with either application, and not in a circle', async () => {
  await using setup = await openEnvironments()
  const { platform, production } = setup
  const [from, to] = [await currentOf(setup), await currentOf(production)]
  assert.deepEqual(await promotionWays(platform, from), { target: undefined, sources: [] })
  await setPromotionTarget(platform, from, to)
  assert.equal((await promotionWays(platform, from)).target?.id, to.id)
  assert.deepEqual(
    (await promotionWays(platform, to)).sources.map(({ id }) => id),
    [from.id],
  )
  await assert.rejects(setPromotionTarget(platform, to, from), /^Refusal: .* both ways/)
  await assert.rejects(setPromotionTarget(platform, to, to), /^Refusal: .* to itself/)
  await removePromotionTarget(platform, from)
  await assert.rejects(removePromotionTarget(platform, from), /^Refusal: staging has no promotion/)
  await setPromotionTarget(platform, from, to)
  await deleteApplication(platform, to)
  assert.equal((await promotionWays(platform, from)).target, undefined)
})
