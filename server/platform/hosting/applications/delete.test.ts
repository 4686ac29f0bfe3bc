import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import {
  type LiveApplication,
  openLiveApplication,
  two,
} from '#tests/support/applications/live-application.ts'
import { deleteApplication } from './delete.ts'
import { setVariable } from './variables.ts'

async function assertNothingIsLeft({ platform, traffic, application }: LiveApplication) {
  const { store, engine } = platform
  assert.deepEqual(await store.applications.listAll(), [])
  assert.deepEqual(await store.instances.listAll(), [])
  assert.deepEqual(await store.deployments.listUnfinished(), [])
  assert.equal(traffic.routes.has(application.id), false)
  assert.equal(await engine.holds({ id: application.liveDeploymentId ?? '', handle: {} }), false)
}

for (const [state, misbehaviour] of [
  ['building', 'build-forever'],
  ['checking', 'never-listen'],
] as const) {
  test(`application deletion: succeeds while a deployment is ${state} and another is queued`, async () => {
    await using setup = await openLiveApplication()
    const { platform, application } = setup
    await setVariable(platform, application, 'MISBEHAVE', misbehaviour)
    const push = { commit: two, cause: 'Git', authorId: '' as const }
    const { id } = await requestDeployment(platform, application, push)
    await until(async () => (await platform.store.deployments.find(id))?.state === state, {
      timeout: 300_000,
      what: state,
    })
    await requestDeployment(platform, application, push)
    await deleteApplication(platform, application)
    await assertNothingIsLeft(setup)
  })
}

test('application deletion: succeeds during a traffic switch', async () => {
  let switches = (): unknown => undefined
  await using setup = await openLiveApplication({}, (parts) => ({
    ...parts,
    traffic: {
      ...parts.traffic,
      async switchTo(route) {
        await switches()
        await parts.traffic.switchTo(route)
      },
    },
  }))
  const { platform, application } = setup
  let deleting: Promise<void> | undefined
  switches = () => {
    deleting ??= deleteApplication(platform, application)
    return until(async () => !(await platform.store.applications.find(application.id)), {
      timeout: 300_000,
      what: 'the beginning of the deletion',
    })
  }
  await requestDeployment(platform, application, {
    commit: two,
    cause: 'Git',
    authorId: '' as const,
  })
  await until(() => deleting !== undefined, { timeout: 300_000, what: 'the switch' })
  await deleting
  await assertNothingIsLeft(setup)
})

test('application deletion: an unfinished one is resumed', async () => {
  let isBusy = true
  await using setup = await openLiveApplication({}, (parts) => ({
    ...parts,
    repositories: {
      ...parts.repositories,
      async remove(id) {
        if (isBusy) throw new Error('the folder is busy')
        await parts.repositories.remove(id)
      },
    },
  }))
  const { platform, application, bugs } = setup
  await assert.rejects(deleteApplication(platform, application), /the folder is busy/)
  isBusy = false
  await until(async () => (await platform.store.applications.listAll()).length === 0, {
    timeout: 300_000,
    what: 'the end of the deletion',
  })
  await assertNothingIsLeft(setup)
  bugs.length = 0
})
