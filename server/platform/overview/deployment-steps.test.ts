import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Deployment, DeploymentState } from '#platform/model/hosting/deployments/deployment.ts'
import { type StepFacts, stepsOf } from './deployment-steps.ts'

/** A deployment that entered one state every ten milliseconds, from 0 on. */
function told(
  states: DeploymentState[],
  more: Partial<Deployment> = {},
  facts: Partial<StepFacts> = {},
) {
  const entered = states.map((state, place) => ({
    deploymentId: 'deployment_1' as const,
    state,
    date: place * 10,
  }))
  const deployment = {
    action: 'deploy',
    state: states.at(-1),
    createdAt: 0,
    changedAt: entered.at(-1)?.date ?? 0,
    ...more,
  } as Deployment
  const steps = stepsOf({ deployment, entered, isTask: false, isAtWork: false, ...facts })
  return steps.map(({ name, state, begunAt, endedAt }) => `${name} ${state} ${begunAt}-${endedAt}`)
}

const untilLive: DeploymentState[] = ['queued', 'building', 'starting', 'checking', 'switching']

test('deployment steps: of one that went live end where the next begins', () => {
  const states: DeploymentState[] = [...untilLive, 'probation', 'live']
  const steps = [
    'queue done 0-10',
    'recipe done 10-13',
    'build done 13-20',
    'start done 20-30',
    'health-check done 30-40',
    'switch done 40-50',
    'probation done 50-60',
  ]
  const drained = { plannedAt: 13, drainedAt: 70 }
  assert.deepEqual(told(states, drained), [...steps, 'drain done 60-70'])
  const draining = told(states, { plannedAt: 13 }, { isAtWork: true })
  assert.deepEqual(draining, [...steps, 'drain running 60-null'])
  assert.deepEqual(told(states, { plannedAt: 13 }), [...steps, 'drain skipped null-null'])
})

test('deployment steps: what is under way runs, and what comes later waits', () => {
  assert.deepEqual(told(['queued']).slice(0, 2), [
    'queue running 0-null',
    'recipe waiting null-null',
  ])
  assert.deepEqual(told(['queued', 'building']).slice(1, 4), [
    'recipe running 10-null',
    'build waiting null-null',
    'start waiting null-null',
  ])
  assert.deepEqual(told(['queued', 'building'], { plannedAt: 12 }).slice(1, 3), [
    'recipe done 10-12',
    'build running 12-null',
  ])
})

test('deployment steps: the one in which it ended badly is told, and later ones were skipped', () => {
  assert.deepEqual(told(['queued', 'building', 'failed'], { failureStep: 'recipe' }), [
    'queue done 0-10',
    'recipe failed 10-20',
    'build skipped null-null',
    'start skipped null-null',
    'health-check skipped null-null',
    'switch skipped null-null',
    'probation skipped null-null',
    'drain skipped null-null',
  ])
  const failed: DeploymentState[] = ['queued', 'building', 'starting', 'checking', 'failed']
  assert.equal(told(failed, { plannedAt: 12 })[4], 'health-check failed 30-40')
  assert.equal(told(['queued', 'cancelled'])[0], 'queue cancelled 0-10')
})

test('deployment steps: without a probation it is skipped, also in hindsight', () => {
  const live = told([...untilLive, 'live'], { plannedAt: 13, drainedAt: 55 })
  assert.deepEqual(live.slice(5), [
    'switch done 40-50',
    'probation skipped null-null',
    'drain done 50-55',
  ])
})

test('deployment steps: after a crash those of the last run are told', () => {
  const states: DeploymentState[] = ['queued', 'building', 'starting', 'building', 'starting']
  assert.deepEqual(told(states, { plannedAt: 12 }).slice(0, 4), [
    'queue done 0-30',
    'recipe skipped null-null',
    'build done 30-40',
    'start running 40-null',
  ])
})

test('deployment steps: one of an earlier version has its recipe within the build', () => {
  const live = told([...untilLive, 'live'])
  assert.deepEqual(live.slice(1, 3), ['recipe skipped null-null', 'build done 10-20'])
  assert.equal(told(['queued', 'building', 'failed'])[2], 'build failed 10-20')
})

test('deployment steps: stops, changes of scale, tasks and restarts have their own', () => {
  assert.deepEqual(told(['queued', 'stopped'], { action: 'stop' }), ['stop done 0-10'])
  assert.deepEqual(
    told(['queued', 'starting', 'checking', 'switching', 'live'], { action: 'upscale' }),
    ['queue done 0-10', 'start done 10-20', 'health-check done 20-30', 'switch done 30-40'],
  )
  const task = told(
    ['queued', 'building', 'starting', 'checking', 'stopped'],
    { plannedAt: 10 },
    { isTask: true },
  )
  assert.deepEqual(task.slice(3), ['start done 20-30', 'run done 30-40'])
  assert.deepEqual(told(['starting', 'live']), ['start done 0-10'])
})
