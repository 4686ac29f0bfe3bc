import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationId } from '#platform/model/ids.ts'
import { WorkerSlots } from './worker-slots.ts'

const [first, second, third] = ['app_1', 'app_2', 'app_3'] as const

function slotsOf(concurrency: number) {
  const slots = new WorkerSlots({ concurrency, perAccount: concurrency })
  const wait = (applicationId: ApplicationId) =>
    slots.wait({ applicationId, accounts: ['user_1'], since: slots.placeOf(applicationId) })
  return { slots, wait }
}

test('slots: an application has one slot at a time, although others are free', () => {
  const { slots, wait } = slotsOf(2)
  wait(first)
  const slot = slots.take() ?? assert.fail()
  assert.equal(slots.of(first), slot)
  wait(first)
  assert.equal(slots.take(), undefined)
  assert.ok(slots.isWaiting(first))
  slots.release(slot)
  assert.equal(slots.of(first), undefined)
  assert.equal(slots.take()?.applicationId, first)
})

test('slots: an application that is woken again while it waits keeps its place', () => {
  const { slots, wait } = slotsOf(1)
  wait(first)
  wait(second)
  wait(third)
  wait(first)
  const served = [1, 2, 3].map(() => {
    const slot = slots.take() ?? assert.fail()
    slots.release(slot)
    return slot.applicationId
  })
  assert.deepEqual(served, [first, second, third])
})

test('slots: work that releases its slot leaves it to others, and still keeps out its own application', () => {
  const { slots, wait } = slotsOf(1)
  wait(first)
  const slot = slots.take() ?? assert.fail()
  wait(first)
  wait(second)
  assert.equal(slots.take(), undefined)
  slots.releaseSlot(slot)
  assert.equal(slots.take()?.applicationId, second)
  assert.equal(slots.take(), undefined)
  assert.deepEqual(
    slots.all().map(({ applicationId }) => applicationId),
    [first, second],
  )
})

test('slots: who waits is told about the slots of others', () => {
  const { slots, wait } = slotsOf(1)
  wait(first)
  assert.equal(slots.describeWait(first), undefined)
  const slot = slots.take() ?? assert.fail()
  slot.deploymentId = 'deployment_1'
  assert.equal(slots.ofDeployment('deployment_1'), slot)
  wait(second)
  assert.match(slots.describeWait(second) ?? '', /It is number 1 in the queue/)
})
