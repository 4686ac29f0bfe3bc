import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFigure, describeMiss, isMeasured, isOver, median, quietest } from './figure.ts'

const words = (line: string) => line.split(/ {2,}/)

test('figure: with a reference it is judged by its ratio', () => {
  const figure = { name: 'start', value: 150, unit: 'ms', reference: 'bare', referenceValue: 50 }
  const kept = { ...figure, ratio: 3, budget: 4 }
  assert.deepEqual(words(describeFigure(kept)), [
    ...['start', '150 ms', 'bare 50 ms', '3.00×', 'budget 4.00×', 'ok'],
  ])
  assert.equal(isOver({ ...kept, budget: 2.5 }), true)
})

test('figure: without a reference it is judged by its value', () => {
  const figure = { name: 'memory', value: 110.4, unit: 'MB', budget: 110 }
  assert.deepEqual(words(describeFigure(figure)), [
    ...['memory', '110 MB', '–', '–', 'budget 110 MB', 'OVER'],
  ])
})

test('figure: without a number it is not measured, whatever its budget', () => {
  const unit = 'ms'
  const unmeasured = [
    { name: 'median of nothing', value: median([]), unit, budget: 1 },
    { name: 'slowest of nothing', value: Math.max(...[]), unit, budget: 1 },
    {
      name: 'ratio to nothing',
      value: 3,
      unit,
      reference: 'hand',
      referenceValue: 0,
      ratio: 3 / 0,
    },
    {
      name: 'nothing to nothing',
      value: 0,
      unit,
      reference: 'hand',
      referenceValue: 0,
      ratio: 0 / 0,
    },
    { name: 'files that were seen', value: 0, unit: 'files', budget: 20 },
    { name: 'failures of no requests', value: 0, unit: '', samples: 0, budget: 0 },
  ]
  for (const figure of unmeasured) {
    assert.equal(isMeasured(figure), false, figure.name)
    assert.equal(isOver(figure), false, figure.name)
    assert.equal(words(describeFigure(figure)).at(-1), 'NOT MEASURED')
  }
})

test('figure: a count of 0 is measured when something was observed', () => {
  const none = { name: 'failed requests', value: 0, unit: '', samples: 500, budget: 0 }
  assert.equal(isMeasured(none), true)
  assert.equal(words(describeFigure(none)).at(-1), 'ok')
  assert.equal(isOver({ ...none, value: 1 }), true)
})

test('figure: without a budget it is not judged', () => {
  assert.equal(isOver({ name: 'a', value: 5, unit: 's' }), false)
})

test('figure: a missed budget is told with name, value and goal', () => {
  const ratio = { name: 'push', value: 900, unit: 'ms', reference: 'by hand', referenceValue: 300 }
  assert.equal(
    describeMiss({ ...ratio, ratio: 3, budget: 1.6 }),
    'push ÷ by hand: 3.00×, goal 1.60×',
  )
  const value = { name: 'memory', value: 97.4, unit: 'MB', budget: 50 }
  assert.equal(describeMiss(value), 'memory: 97.4 MB, goal 50 MB')
  const count = { name: 'lost deployments', value: 2, unit: '', samples: 200, budget: 0 }
  assert.equal(describeMiss(count), 'lost deployments: 2, goal 0')
})

test('median: is one of the values', () => {
  assert.equal(median([9, 1, 5]), 5)
  assert.equal(median([4, 1, 3, 2]), 3)
})

test('quietest: is the tenth percentile', () => {
  const values = Array.from({ length: 50 }, (_, at) => 100 - at)
  assert.equal(quietest(values), 56)
})
