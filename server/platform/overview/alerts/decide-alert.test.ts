import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AlertSituation, decideAlert, type MinuteFigure } from './decide-alert.ts'

const above = (figures: MinuteFigure[], more: Partial<AlertSituation> = {}) =>
  decideAlert({ wrong: 'above', threshold: 50, minutes: 3, isActive: false, figures, ...more })
const active = (figures: MinuteFigure[], more: Partial<AlertSituation> = {}) =>
  above(figures, { isActive: true, ...more })

const begins = (value: number) => ({ change: 'begin', value })
const ends = (value: number) => ({ change: 'end', value })

test('decideAlert: begins once the figure was beyond the threshold for all the minutes', () => {
  assert.deepEqual(above([60, 70, 80]), begins(80))
  assert.equal(above([70, 80]), undefined)
  assert.equal(above([60, 40, 80]), undefined)
  assert.equal(above([60, 70, 50]), undefined, 'the threshold itself is not beyond it')
  assert.equal(above([]), undefined)
  assert.deepEqual(above([1, 51], { minutes: 1 }), begins(51))
})

test('decideAlert: unknown minutes neither begin nor end one', () => {
  assert.equal(above([null, null, null]), undefined)
  assert.equal(active([null, null, null]), undefined)
  assert.equal(above([80, null, null]), undefined)
  assert.equal(active([null, null, 10]), undefined)
})

test('decideAlert: a gap of up to two minutes does not interrupt, a longer one does', () => {
  assert.deepEqual(above([60, null, 70]), begins(70))
  assert.deepEqual(above([60, null, null, 70]), begins(70))
  assert.equal(above([60, null, null, null, 70]), undefined)
  assert.deepEqual(above([60, 70, 80, null, null]), begins(80), 'the newest are not there yet')
  assert.equal(above([60, 70, 80, null, null, null]), undefined, 'it is no longer known')
  assert.deepEqual(active([10, null, 10]), ends(10))
  assert.equal(active([10, null, null, null, 10]), undefined)
})

test('decideAlert: minutes in which nothing happened begin nothing, and end an alert', () => {
  assert.equal(above(['idle', 'idle', 'idle']), undefined)
  assert.equal(above([60, 'idle', 'idle']), undefined, 'one bad minute is not three')
  assert.deepEqual(above([60, 'idle', 70]), begins(70))
  assert.deepEqual(active(['idle', 'idle', 'idle']), ends(0))
  assert.deepEqual(active([10, 'idle', 20]), ends(20))
})

test('decideAlert: an alert ends a tenth below its threshold, so that a swinging figure is told once', () => {
  assert.equal(active([49, 48, 46]), undefined)
  assert.deepEqual(active([45, 44, 45]), ends(45))
  assert.equal(active([45, 46, 45]), undefined, 'for all the minutes')
  assert.equal(active([60, 70, 80]), undefined, 'it does not begin again')
  assert.equal(above([46, 47, 48]), undefined)
})

test('decideAlert: below a threshold, for what runs out', () => {
  const days = (figures: MinuteFigure[], isActive = false) =>
    decideAlert({ wrong: 'below', threshold: 14, minutes: 1, isActive, figures })
  assert.deepEqual(days([13.9]), begins(13.9))
  assert.equal(days([14]), undefined)
  assert.equal(days([null]), undefined)
  assert.equal(days([15], true), undefined, 'not far enough')
  assert.deepEqual(days([89], true), ends(89))
  assert.equal(days([null], true), undefined)
})

test('decideAlert: never both begins and ends, for every short course of figures', () => {
  const values: MinuteFigure[] = [10, 47, 60, 'idle', null]
  const courses = values.flatMap((one) =>
    values.flatMap((two) =>
      values.flatMap((three) => values.map((four): MinuteFigure[] => [one, two, three, four])),
    ),
  )
  assert.equal(courses.length, 625)
  for (const figures of courses) {
    const begun = above(figures)
    const ended = active(figures)
    assert.ok(!(begun && ended), `both for ${figures.join(' ')}`)
    if (begun) assert.equal(begun.change, 'begin')
    if (ended) assert.equal(ended.change, 'end')
    const known = figures.filter((figure) => figure !== null)
    if (begun) assert.ok(known.filter((figure) => figure === 60).length >= 2 || known.length < 3)
    if (ended) assert.ok(known.some((figure) => figure === 10 || figure === 'idle'))
  }
})
