import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Release } from '#client/resources/applications/releases.ts'
import { possibleActions } from './possible-actions.ts'

const deployment = { id: 3, uuid: 'd3', state: 'OK', action: 'DEPLOY', commit: 'c3' } as const
const release = (state: Release['state']) => [{ deploymentId: 'd3', state } as Release]

test('deployment actions: one in progress can only be cancelled', () => {
  assert.deepEqual(possibleActions({ ...deployment, state: 'WIP' }, []), ['cancel'])
  assert.deepEqual(possibleActions({ ...deployment, state: 'TASK_RUNNING' }, []), ['cancel'])
})

test('deployment actions: a failed one can be deployed again, but is no release to go back to', () => {
  assert.deepEqual(possibleActions({ ...deployment, state: 'FAIL' }, []), ['redeploy'])
})

test('deployment actions: a former release can be rolled back to, the live one cannot', () => {
  assert.deepEqual(possibleActions(deployment, release('KEPT')), ['redeploy', 'rollback'])
  assert.deepEqual(possibleActions(deployment, release('ARTIFACT_GONE')), ['redeploy', 'rollback'])
  assert.deepEqual(possibleActions(deployment, release('LIVE')), ['redeploy'])
})

test('deployment actions: scaling and stopping cannot be repeated', () => {
  assert.deepEqual(possibleActions({ ...deployment, action: 'UPSCALE' }, []), [])
  assert.deepEqual(possibleActions({ ...deployment, action: 'UNDEPLOY', commit: '' }, []), [])
})
