import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlotUse } from './fair-share.ts'

const minute = 60_000

test('slot use: busy slots count while they run, and the use halves every half hour', () => {
  let now = 1_000_000
  const use = createSlotUse(() => now)
  const end = use.begin(['orga_a', 'user_a'])
  const endOther = use.begin(['user_a'])
  now += 10 * minute
  assert.deepEqual([use.of('orga_a'), use.of('user_a')], [10 * minute, 20 * minute])
  end()
  endOther()
  assert.deepEqual([use.of('orga_a'), use.of('user_a')], [10 * minute, 20 * minute])
  now += 30 * minute
  assert.deepEqual([use.of('orga_a'), use.of('user_a')], [5 * minute, 10 * minute])
  assert.equal(use.of('user_b'), 0)
})

test('slot use: an end counts once, and a turn of no time ten seconds', () => {
  let now = 1_000_000
  const use = createSlotUse(() => now)
  const end = use.begin(['user_a'])
  now += minute
  end()
  end()
  assert.equal(use.of('user_a'), minute)
  use.begin(['user_a'])()
  assert.equal(use.of('user_a'), minute + 10_000, 'a turn of no time counts ten seconds')
})

test('slot use: accounts with negligible use are dropped, others are not', () => {
  let now = 1_000_000
  const use = createSlotUse(() => now)
  const work = (account: string, duration: number) => {
    const end = use.begin([account])
    now += duration
    end()
  }
  work('user_early', 0)
  now += 600 * minute
  work('user_heavy', 60 * minute)
  assert.ok(use.of('user_early') > 0)
  for (let at = 0; at < 3000; at += 1) work(`user_${at}`, 10)
  assert.equal(use.of('user_early'), 0)
  assert.ok(use.of('user_heavy') > 50 * minute)
})
