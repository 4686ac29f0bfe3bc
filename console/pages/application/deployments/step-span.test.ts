import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeploymentStep } from '#client/resources/applications/deployments.ts'
import { endOf, openStep, stepSpan } from './step-span.ts'

const step = (
  name: DeploymentStep['name'],
  state: DeploymentStep['state'],
  begunAt: number | null = null,
  endedAt: number | null = null,
): DeploymentStep => ({ name, state, begunAt, endedAt })

const failed = [
  step('queue', 'done', 100, 200),
  step('recipe', 'done', 200, 300),
  step('build', 'skipped'),
  step('start', 'failed', 310, 400),
  step('switch', 'skipped'),
]

test('step span: lasts until the next step begins; the first and the last one are open', () => {
  assert.deepEqual(stepSpan(failed, 'queue'), { from: -Infinity, until: 200 })
  assert.deepEqual(stepSpan(failed, 'recipe'), { from: 200, until: 310 })
  assert.deepEqual(stepSpan(failed, 'start'), { from: 310, until: Infinity })
  assert.equal(stepSpan(failed, 'build'), undefined)
  assert.equal(stepSpan(failed, 'nonsense'), undefined)
})

test('open step: is the failed one', () => {
  assert.equal(openStep(failed), 'start')
  assert.equal(openStep([step('queue', 'done', 1, 2)]), '')
})

test('end of a deployment: is that of its last step, and unknown while one goes on', () => {
  assert.equal(endOf(failed), 400)
  assert.equal(endOf([...failed, step('drain', 'running', 500)]), undefined)
  assert.equal(endOf([step('queue', 'waiting')]), undefined)
})
