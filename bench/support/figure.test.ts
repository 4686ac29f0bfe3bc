import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFigure, isOver, median, quietest } from './figure.ts'

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

test('figure: an unmeasured one misses its budget, and one without a budget is not judged', () => {
  assert.equal(isOver({ name: 'a', value: Number.NaN, unit: 's', budget: 1 }), true)
  assert.equal(isOver({ name: 'a', value: 5, unit: 's' }), false)
})

test('median: is one of the values', () => {
  assert.equal(median([9, 1, 5]), 5)
  assert.equal(median([4, 1, 3, 2]), 3)
})

test('quietest: is the tenth percentile', () => {
  const values = Array.from({ length: 50 }, (_, at) => 100 - at)
  assert.equal(quietest(values), 56)
})
