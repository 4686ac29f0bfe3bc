import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDueToSleep, type SleepFacts } from './is-due-to-sleep.ts'

const application = {
  wanted: 'up',
  suspended: false,
  asleepSince: null,
  sleepTimeout: 60_000,
  liveDeploymentId: 'deployment_1',
} as const
const idle: SleepFacts = {
  application,
  now: 100_000,
  watchedSince: 0,
  lastVisitAt: undefined,
  isVisited: false,
  changedAt: 0,
}

test('sleep: an application is due after its time without a visitor, and not before', () => {
  const cases: [string, Partial<SleepFacts>, boolean][] = [
    ['never visited', {}, true],
    ['visited just long enough ago', { lastVisitAt: 40_000 }, true],
    ['visited since', { lastVisitAt: 40_001 }, false],
    ['a request is under way', { isVisited: true }, false],
    ['visits were not counted until a moment ago', { watchedSince: 50_000 }, false],
    ['visits are not counted', { watchedSince: undefined }, false],
    ['deployed since', { changedAt: 50_000 }, false],
    ['never', { application: { ...application, sleepTimeout: null } }, false],
    ['asleep already', { application: { ...application, asleepSince: 1 } }, false],
    ['stopped', { application: { ...application, wanted: 'down' } }, false],
    ['suspended', { application: { ...application, suspended: true } }, false],
    ['never deployed', { application: { ...application, liveDeploymentId: null } }, false],
  ]
  for (const [what, facts, expected] of cases) {
    assert.equal(isDueToSleep({ ...idle, ...facts }), expected, what)
  }
})
