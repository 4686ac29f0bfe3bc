import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import {
  assertOnlyOldServes,
  openLiveApplication,
  served,
  three,
  two,
} from '#tests/support/applications/live-application.ts'
import { stop } from './deployment-worker.ts'
import { CancelledError } from './interruption.ts'
import { requestDeployment, requestStop } from './requests.ts'

const push = (commit: string) => ({ commit, cause: 'Git', authorId: '' as const })

test('deployment requests: of a concurrent stop and push the newer is executed', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  const asked = await Promise.all([
    requestStop(platform, application, ''),
    requestDeployment(platform, application, push(two)),
  ])
  const [older, newer] = await Promise.all(
    asked.toSorted((a, b) => a.number - b.number).map(({ id }) => setup.ended(id)),
  )
  assert.deepEqual([older?.state, newer?.state], ['cancelled', 'live'])
  await platform.queue.idle(application.id)
  assert.deepEqual(await served(setup), [two])
})

test('deployment requests: of two concurrent pushes with cancelOnPush the newer is deployed', async () => {
  await using setup = await openLiveApplication({ cancelOnPush: true })
  const { platform, application } = setup
  const asked = await Promise.all(
    [two, three].map((commit) => requestDeployment(platform, application, push(commit))),
  )
  const ended = await Promise.all(asked.map(({ id }) => setup.ended(id)))
  const newest = ended.toSorted((a, b) => b.number - a.number)[0] ?? assert.fail()
  assert.equal(newest.state, 'live')
  await platform.queue.idle(application.id)
  assert.deepEqual(await served(setup), [newest.commit])
})

test('deployment requests: a deployment of a deleted application is refused', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  await deleteApplication(platform, application)
  await assert.rejects(requestDeployment(platform, application, push(two)), {
    kind: 'missing',
    message: `There is no application ${application.id}.`,
  })
})

test('deployment requests: a stop that is cancelled in the queue stops nothing', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  const request = {
    action: 'stop',
    state: 'queued',
    cause: 'Stop',
    commit: '',
    authorId: '' as const,
    instances: 0,
  } as const
  const deployment = await platform.store.deployments.add({
    ...request,
    id: 'deployment_stop',
    applicationId: application.id,
    failure: null,
    createdAt: 0,
    changedAt: 0,
    withoutCache: false,
    attempts: 0,
    cancelRequested: true,
  })
  await assert.rejects(
    stop(
      platform,
      deployment,
      AbortSignal.abort(new CancelledError('The deployment was cancelled.')),
    ),
    CancelledError,
  )
  await assertOnlyOldServes(setup)
})
