import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApplication } from '#platform/hosting/applications/applications.ts'
import {
  cancelDeployment,
  requestDeployment,
  requestStop,
} from '#platform/hosting/deployments/queue/requests.ts'
import { recordAction } from '#platform/identity/audit/audit-log.ts'
import { type Action, eventNameOf, visibilityOf } from '#platform/model/events/actions.ts'
import { callerFor } from '#tests/support/people/named-people.ts'
import {
  commitOf,
  endOf,
  openTestPlatform,
  type TestPlatform,
} from '#tests/support/platform/platform.ts'

const eventsOf = async ({ platform, account }: TestPlatform) => {
  const all = await platform.store.events.listAfter([account.organisationId], 0, 100)
  return all.map(({ name, data }) => `${name} ${data.state ?? data.action}`)
}

test('events: a deployment begins once and ends once, with its result', async () => {
  await using setup = await openTestPlatform()
  const application = await setup.application()
  await setup.deploy(application, commitOf('1'))
  const stop = await requestStop(setup.platform, application, '')
  await endOf(setup.platform, stop.id)
  assert.deepEqual(await eventsOf(setup), [
    'DEPLOYMENT_ACTION_BEGIN WIP',
    'DEPLOYMENT_ACTION_END OK',
    'DEPLOYMENT_SUCCESS OK',
    'DEPLOYMENT_ACTION_BEGIN WIP',
    'DEPLOYMENT_ACTION_END OK',
    'DEPLOYMENT_SUCCESS OK',
  ])
  const [first] = await setup.platform.store.events.listAfter([application.ownerId], 0, 1)
  const { id, appId, action, commit, cause, number } = first?.data ?? {}
  assert.deepEqual(
    { id, appId, action, commit, cause, number },
    {
      id: application.id,
      appId: application.id,
      action: 'DEPLOY',
      commit: commitOf('1'),
      cause: 'Git',
      number: 1,
    },
  )
})

test('events: a deployment that fails says why, and one cancelled in the queue never began', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const application = await setup.application({ environment: { MISBEHAVE: 'exit' } })
  await setup.deploy(application, commitOf('1'))
  const failed = await platform.store.events.listOf([application.ownerId], {
    limit: 1,
    name: 'DEPLOYMENT_FAIL',
  })
  assert.equal(typeof failed[0]?.data.failure, 'string')
  const before = (await eventsOf(setup)).length
  await platform.queue.close()
  const request = { commit: commitOf('2'), cause: 'Git', authorId: '' as const }
  const queued = await requestDeployment(platform, application, request)
  await cancelDeployment(platform, queued)
  assert.deepEqual((await eventsOf(setup)).slice(before), ['DEPLOYMENT_ACTION_END CANCELLED'])
})

test('events: an audited action becomes one event, unless it was refused or only reads', async () => {
  await using setup = await openTestPlatform()
  const { platform, account } = setup
  const ownerId = account.organisationId
  const user = (await platform.store.users.findByEmail(account.email)) ?? assert.fail()
  const application = await createApplication(platform, ownerId, {
    name: 'shop',
    type: 'node',
    zone: 'par',
    environment: {},
  })
  const record = (action: Action, outcome: 'done' | 'refused', target: string = application.id) =>
    recordAction(platform, callerFor(user.id), { ownerId, action, target, outcome, from: '' })
  await record('application.create', 'done')
  await record('variable.set', 'done', `${application.id} PASSWORD`)
  await record('domain.add', 'refused')
  await record('consumer.reveal', 'done')
  await record('member.remove', 'done', 'user_2')
  const events = await platform.store.events.listAfter([ownerId], 0, 100)
  assert.deepEqual(
    events.map(({ name, subjectId, visibility }) => [name, subjectId, visibility]),
    [
      ['APPLICATION_CREATION', application.id, 'see'],
      ['APPLICATION_EDITION', application.id, 'see'],
      ['MEMBER_REMOVE', '', 'belong'],
    ],
  )
  assert.deepEqual(events[1]?.data, {
    id: application.id,
    name: 'shop',
    appId: application.id,
    ownerId,
    action: 'variable.set',
    target: `${application.id} PASSWORD`,
    author: { id: user.id, name: user.name },
  })
})

test('events of actions: those of the public platform where there are any, and who may see them', () => {
  const names = ['addon.order', 'addon.tag', 'billing.mark-paid', 'email-hook.delete'] as const
  assert.deepEqual(names.map(eventNameOf), [
    'ADDON_CREATION',
    'ADDON_EDITION',
    'BILLING_MARK_PAID',
    'EMAIL_HOOK_DELETE',
  ])
  assert.equal(visibilityOf('BILLING_MARK_PAID', 'orga_1'), 'bill')
  assert.equal(visibilityOf('AVATAR_CHANGE', 'orga_1'), 'belong')
  assert.equal(visibilityOf('AVATAR_CHANGE', 'user_1'), 'account')
  assert.equal(eventNameOf('session.open'), null)
})

test('events of actions: one of another version is visible to whoever may look at applications, and its action is none', () => {
  assert.equal(visibilityOf('SOMETHING_OLD', 'user_1'), 'see')
  assert.equal(eventNameOf('something.old'), null)
  assert.equal(eventNameOf('constructor'), null)
})
