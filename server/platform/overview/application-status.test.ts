import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import { conditionOf, type StatusFacts, statusOf } from './application-status.ts'

const deployment = (number: number, state: Deployment['state'], more: Partial<Deployment> = {}) =>
  ({
    id: `deployment_${number}`,
    number,
    state,
    action: 'deploy',
    createdAt: number * 100,
    changedAt: number * 100 + 50,
    ...more,
  }) as Deployment

const up = {
  wanted: 'up',
  suspended: false,
  asleepSince: null,
  liveDeploymentId: 'deployment_1',
  currentInstances: 2,
}
const down = { ...up, wanted: 'down' }
const instance = (condition: StatusFacts['instances'][number]['condition'], number = 1) => ({
  deploymentId: `deployment_${number}` as const,
  condition,
})
const two = [instance('running'), instance('running')]
const live = deployment(1, 'live')

test('application status: one of six, with the time when it began', () => {
  const cases: [string, object, Deployment[], StatusFacts['instances'], string, number | null][] = [
    ['never deployed', { ...down, liveDeploymentId: null }, [], [], 'stopped', null],
    ['as many serve as wanted', up, [live], two, 'running', 150],
    ['more serve than wanted', { ...up, currentInstances: 1 }, [live], two, 'running', 150],
    ['a newer deployment is queued', up, [live, deployment(2, 'queued')], two, 'deploying', 200],
    [
      'an older one runs while the newest was cancelled',
      up,
      [live, deployment(2, 'building'), deployment(3, 'cancelled')],
      two,
      'deploying',
      200,
    ],
    ['on probation', up, [live, deployment(2, 'probation')], two, 'deploying', 200],
    ['the old version serves', up, [live, deployment(2, 'failed')], two, 'running', 150],
    ['an instance restarts', up, [live], [two[0], instance('restarting')], 'unhealthy', null],
    ['one does not answer', up, [live], [two[0], instance('not-answering')], 'unhealthy', null],
    ['one is missing', up, [live], [two[0]], 'unhealthy', null],
    [
      'one of another version does not count',
      up,
      [live],
      [two[0], instance('running', 2)],
      'unhealthy',
      null,
    ],
    ['nothing runs after a restart', up, [live], [], 'unhealthy', null],
    ['asleep', { ...up, asleepSince: 7 }, [live], [], 'asleep', 7],
    [
      'deployed while asleep',
      { ...up, asleepSince: 7 },
      [live, deployment(2, 'building')],
      [],
      'deploying',
      200,
    ],
    ['its owner is suspended', { ...up, asleepSince: 7, suspended: true }, [], [], 'stopped', null],
    [
      'the only one stops',
      up,
      [live, deployment(2, 'failed')],
      [instance('stopping')],
      'failed',
      250,
    ],
    ['nothing was live and it failed', down, [deployment(1, 'failed')], [], 'failed', 150],
    [
      'nothing was live and it was cancelled',
      down,
      [deployment(1, 'cancelled')],
      [],
      'stopped',
      150,
    ],
    ['stopped', down, [deployment(2, 'stopped', { action: 'stop' })], [], 'stopped', 250],
    ['a finished task', down, [deployment(1, 'stopped')], [], 'stopped', 150],
    ['a stop that failed', down, [deployment(2, 'failed', { action: 'stop' })], [], 'stopped', 250],
    [
      'suspended while deploying',
      { ...up, suspended: true },
      [deployment(2, 'queued')],
      two,
      'stopped',
      null,
    ],
  ].map((each) => each as never)
  for (const [what, application, deployments, instances, status, since] of cases) {
    const found = statusOf({ application, deployments, instances } as StatusFacts)
    assert.deepEqual(found, { status, since }, what)
  }
})

test('condition of an instance: its record first, then whether it runs and answers', () => {
  const well = { isDown: false, isOut: false }
  assert.equal(conditionOf({ state: 'starting' }, { isDown: true, isOut: true }), 'starting')
  assert.equal(conditionOf({ state: 'stopping' }, well), 'stopping')
  assert.equal(conditionOf({ state: 'up' }, well), 'running')
  assert.equal(conditionOf({ state: 'up' }, { isDown: true, isOut: true }), 'restarting')
  assert.equal(conditionOf({ state: 'up' }, { isDown: false, isOut: true }), 'not-answering')
})
