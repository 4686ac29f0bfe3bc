import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RedeploymentItemState } from '#platform/model/hosting/toolchains/rolling-redeployment.ts'
import { nextStep } from './next-step.ts'

const limits = { concurrency: 2, maxFailures: 2 }

const after = (counts: Partial<Record<RedeploymentItemState, number>>) =>
  nextStep(limits, new Map(Object.entries(counts) as [RedeploymentItemState, number][]))

test('rolling redeployment: as many begin as there is room for', () => {
  assert.deepEqual(after({ waiting: 5 }), { begin: 2 })
  assert.deepEqual(after({ waiting: 5, deploying: 1, failed: 1 }), { begin: 1 })
  assert.deepEqual(after({ waiting: 5, deploying: 2 }), { begin: 0 })
  assert.deepEqual(after({ waiting: 1, live: 9 }), { begin: 1 })
})

test('rolling redeployment: it goes on while something is unplanned or being deployed', () => {
  assert.deepEqual(after({ unplanned: 1 }), { begin: 0 })
  assert.deepEqual(after({ deploying: 1 }), { begin: 0 })
})

test('rolling redeployment: it ends after the last one, and after too many failures', () => {
  assert.deepEqual(after({}), { end: 'done' })
  assert.deepEqual(after({ live: 3, skipped: 2, failed: 1 }), { end: 'done' })
  assert.deepEqual(after({ waiting: 3, deploying: 1, failed: 2 }), { end: 'failed' })
})
