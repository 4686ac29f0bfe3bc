import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSchedule } from '#kit/time/cron-schedule.ts'
import { planRound, type RoundCron } from './plan-round.ts'

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`)
const cron = (schedule: string, more: Partial<RoundCron> = {}): RoundCron => ({
  id: 'cron_1',
  times: parseSchedule(schedule) ?? assert.fail(),
  since: 0,
  isPaused: false,
  ...more,
})
const minutely = cron('* * * * *')
const nightly = cron('0 3 * * *')
const times = ({ begin }: ReturnType<typeof planRound>) => begin.map(({ dueAt }) => dueAt)

test('cron round: a task begins once in its minute, whenever in it somebody looks', () => {
  const first = planRound({
    now: at('03:00:00.020'),
    followedUntil: at('02:59:00'),
    crons: [nightly],
  })
  assert.deepEqual(first, {
    begin: [{ id: 'cron_1', dueAt: at('03:00:00') }],
    missed: [],
    followedUntil: at('03:00:00'),
  })
  const { followedUntil } = first
  assert.deepEqual(times(planRound({ now: at('03:00:59'), followedUntil, crons: [nightly] })), [])
  assert.deepEqual(times(planRound({ now: at('03:01:00'), followedUntil, crons: [nightly] })), [])
})

test('cron round: what was just seen for the first time counts from the minute at hand', () => {
  assert.deepEqual(times(planRound({ now: at('03:00:30'), crons: [nightly] })), [at('03:00:00')])
  assert.deepEqual(times(planRound({ now: at('03:01:30'), crons: [nightly] })), [])
})

test('cron round: times that passed while nobody was there are begun once, and the others are missed', () => {
  const { begin, missed } = planRound({
    now: at('10:05:10'),
    followedUntil: at('10:00:00'),
    crons: [minutely],
  })
  assert.deepEqual(begin, [{ id: 'cron_1', dueAt: at('10:05:00') }])
  assert.deepEqual(missed, [
    { id: 'cron_1', count: 4, first: at('10:01:00'), last: at('10:04:00') },
  ])
})

test('cron round: a time that passed more than ten minutes ago is missed', () => {
  const look = (now: string) =>
    planRound({ now: at(now), followedUntil: at('02:00:00'), crons: [nightly] })
  assert.deepEqual(times(look('03:10:00')), [at('03:00:00')])
  assert.deepEqual(times(look('03:10:01')), [])
  assert.deepEqual(look('03:10:01').missed, [
    { id: 'cron_1', count: 1, first: at('03:00:00'), last: at('03:00:00') },
  ])
})

test('cron round: a clock that is set back repeats nothing, and by more than an hour is believed', () => {
  const look = (now: string) =>
    planRound({ now: at(now), followedUntil: at('10:00:00'), crons: [minutely] })
  assert.deepEqual(look('09:30:00'), { begin: [], missed: [], followedUntil: at('10:00:00') })
  const far = look('08:00:30')
  assert.deepEqual(times(far), [at('08:00:00')])
  assert.equal(far.followedUntil, at('08:00:00'))
})

test('cron round: a clock that jumps by a year counts a week of times, and goes on', () => {
  const now = Date.parse('2027-11-20T10:00:00Z')
  const { begin, missed } = planRound({ now, followedUntil: at('10:00:00'), crons: [minutely] })
  assert.equal(begin.length, 1)
  assert.deepEqual([missed.length, missed[0]?.count], [1, 7 * 24 * 60 - 1])
})

test('cron round: what was before a task was added is none of its times, and a paused one has none', () => {
  const followedUntil = at('02:00:00')
  const late = cron('0 3 * * *', { since: at('03:00:30') })
  const look = (crons: RoundCron[]) => planRound({ now: at('03:05:00'), followedUntil, crons })
  assert.deepEqual(times(look([late])), [at('03:00:00')], 'the minute in which it was added counts')
  assert.deepEqual(look([cron('0 3 * * *', { since: at('03:01:00') })]).begin, [])
  assert.deepEqual(look([cron('0 3 * * *', { isPaused: true })]), {
    begin: [],
    missed: [],
    followedUntil: at('03:05:00'),
  })
})
