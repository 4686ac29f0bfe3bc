import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Lanes } from './worker-slots.ts'

const [first, second, third] = ['app_1', 'app_2', 'app_3'] as const

function lanesOf(atOnce: number) {
  const lanes = new Lanes({ atOnce, perAccount: atOnce })
  const wait = (applicationId: ApplicationId) =>
    lanes.wait({ applicationId, accounts: ['user_1'], since: lanes.placeOf(applicationId) })
  return { lanes, wait }
}

test('lanes: an application has one lane at a time, although others are free', () => {
  const { lanes, wait } = lanesOf(2)
  wait(first)
  const lane = lanes.take() ?? assert.fail()
  assert.equal(lanes.of(first), lane)
  wait(first)
  assert.equal(lanes.take(), undefined)
  assert.ok(lanes.isWaiting(first))
  lanes.release(lane)
  assert.equal(lanes.of(first), undefined)
  assert.equal(lanes.take()?.applicationId, first)
})

test('lanes: an application that is woken again while it waits keeps its place', () => {
  const { lanes, wait } = lanesOf(1)
  wait(first)
  wait(second)
  wait(third)
  wait(first)
  const served = [1, 2, 3].map(() => {
    const lane = lanes.take() ?? assert.fail()
    lanes.release(lane)
    return lane.applicationId
  })
  assert.deepEqual(served, [first, second, third])
})

test('lanes: work that steps aside leaves its lane to others, and still keeps out its own application', () => {
  const { lanes, wait } = lanesOf(1)
  wait(first)
  const lane = lanes.take() ?? assert.fail()
  wait(first)
  wait(second)
  assert.equal(lanes.take(), undefined)
  lanes.stepAside(lane)
  assert.equal(lanes.take()?.applicationId, second)
  assert.equal(lanes.take(), undefined)
  assert.deepEqual(
    lanes.all().map(({ applicationId }) => applicationId),
    [first, second],
  )
})

test('lanes: who waits is told about the lanes of others', () => {
  const { lanes, wait } = lanesOf(1)
  wait(first)
  assert.equal(lanes.describeWait(first), undefined)
  const lane = lanes.take() ?? assert.fail()
  lane.deploymentId = 'deployment_1'
  assert.equal(lanes.ofDeployment('deployment_1'), lane)
  wait(second)
  assert.match(lanes.describeWait(second) ?? '', /It is number 1 in the queue/)
})
