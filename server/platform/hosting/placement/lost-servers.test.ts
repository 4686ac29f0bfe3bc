import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeoverAfter } from '#platform/model/hosting/placement/placement.ts'
import { createServerWatch } from './lost-servers.ts'

const seen = (id: string, seenAt: number) => ({ id, seenAt, cluster: 'c' })
const namesOf = (servers: { id: string }[]) => servers.map(({ id }) => id)

test('lost servers: one is lost after `takeoverAfter` without a new heartbeat', () => {
  let now = 0
  const watch = createServerWatch(() => now)
  assert.deepEqual(watch.lostOf([seen('old', 1), seen('alive', 1)]), [], 'the first look')
  now += takeoverAfter
  assert.deepEqual(watch.lostOf([seen('old', 1), seen('alive', 2)]), [])
  now += 1
  assert.deepEqual(namesOf(watch.lostOf([seen('old', 1), seen('alive', 2)])), ['old'])
  assert.deepEqual(watch.lostOf([seen('old', 3), seen('alive', 2)]), [], 'it is back')
})

test('lost servers: after an outage of the store looking starts over', () => {
  let now = 0
  const watch = createServerWatch(() => now)
  watch.lostOf([seen('other', 1)])
  watch.reset()
  now += 10 * takeoverAfter
  assert.deepEqual(watch.lostOf([seen('other', 1)]), [])
  now += 5000
  assert.deepEqual(watch.lostOf([seen('other', 2)]), [])
})
