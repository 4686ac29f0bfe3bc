import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import type { ApplicationId } from '#platform/model/ids.ts'
import { HeldRequests } from './held-requests.ts'

test('held requests: those of a few applications leave places for others, and are given back', () => {
  const held = new HeldRequests()
  using taken = new DisposableStack()
  const fill = (id: ApplicationId) => {
    let count = 0
    for (; ; count += 1) {
      const place = held.take(id, new Socket(), 60_000)
      if (!place) return count
      taken.use(place)
    }
  }
  const counts = ([1, 2, 3, 4] as const).map((number) => fill(`app_${number}`))
  assert.deepEqual(counts, [500, 500, 500, 250])
  assert.ok(fill('app_other') > 100)
  taken.dispose()
  assert.equal(held.take('app_1', new Socket(), 0) !== null, true)
})
