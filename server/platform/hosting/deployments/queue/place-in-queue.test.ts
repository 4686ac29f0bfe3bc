import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationId } from '#platform/model/ids.ts'
import { describeSlotWait, placeInQueue } from './place-in-queue.ts'

const candidate = (applicationId: ApplicationId, account: string, since: number) => ({
  applicationId,
  accounts: [account],
  since,
})
const state = { recentUse: () => 0, lastServed: new Map<string, number>() }

test('place in the queue: accounts take turns, regardless of who asked first', () => {
  const all = [
    candidate('app_a1', 'a', 1),
    candidate('app_a2', 'a', 2),
    candidate('app_b1', 'b', 3),
  ]
  const places = all.map(({ applicationId }) => placeInQueue(applicationId, all, state))
  assert.deepEqual(places, [1, 3, 2])
})

test('place in the queue: counting stops at a maximum', () => {
  const all = Array.from({ length: 300 }, (_, at) => candidate(`app_a${at}`, 'a', at))
  assert.equal(placeInQueue('app_a250', all, state), 100)
})

test('place in the queue: the message names the accounts being served, and the place', () => {
  const candidates = [
    candidate('app_a1', 'a', 1),
    candidate('app_b1', 'b', 2),
    candidate('app_c1', 'c', 3),
  ]
  const running = [['d'], ['e'], ['f'], ['f']]
  const wait = {
    ...state,
    applicationId: 'app_c1' as const,
    accounts: ['c'],
    candidates,
    running,
    maxPerAccount: 2,
  }
  assert.equal(
    describeSlotWait(wait),
    'Waiting for 4 other deployments on this platform to end. It is number 3 in the queue.',
  )
  const ofF = describeSlotWait({ ...wait, accounts: ['f'] })
  assert.match(ofF ?? '', /^Waiting: 2 deployments of yours are/)
  assert.equal(describeSlotWait({ ...wait, running: [] }), undefined)
})
