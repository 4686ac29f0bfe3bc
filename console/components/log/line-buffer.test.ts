import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexOfNumber, LineBuffer, stepThrough } from './line-buffer.ts'
import { searchPattern } from './text-marks.ts'

const linesOf = (...texts: string[]) => texts.map((text) => ({ id: text, text }))
const bufferOf = (capacity: number, ...texts: string[]) => {
  const buffer = new LineBuffer<{ id: string; text: string }>({
    capacity,
    textOf: ({ text }) => text,
  })
  buffer.append(linesOf(...texts))
  return buffer
}
const textsOf = (lines: readonly { text: string }[]) => lines.map(({ text }) => text)
const sequence = (count: number, prefix = 'line ') =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}`)

test('line buffer: shows and finds lines as they come', () => {
  const buffer = bufferOf(100, 'one', 'two')
  buffer.setView({ isShown: (_, text) => text !== 'two', pattern: searchPattern('E') })
  buffer.append(linesOf('three', 'two', 'four'))
  assert.deepEqual(textsOf(buffer.all), ['one', 'two', 'three', 'two', 'four'])
  assert.deepEqual(textsOf(buffer.shown), ['one', 'three', 'four'])
  assert.deepEqual(textsOf(buffer.found), ['one', 'three'])
  assert.equal(buffer.arrived, 4)
})

test('line buffer: the array of shown lines is the same one while lines come', () => {
  const buffer = bufferOf(100, 'a')
  const { shown } = buffer
  buffer.append(linesOf('b'))
  assert.equal(buffer.shown, shown)
})

test('line buffer: drops the oldest lines beyond its capacity, and tells how far the rest moved', () => {
  const buffer = bufferOf(100)
  buffer.setView({ isShown: (_, text) => Number(text.slice(5)) % 2 === 0, pattern: undefined })
  buffer.append(linesOf(...sequence(110)))
  assert.equal(buffer.all.length, 110)
  buffer.append(linesOf('line 110'))
  assert.equal(buffer.all.length, 100)
  assert.equal(buffer.all[0]?.text, 'line 11')
  assert.equal(buffer.shown[0]?.text, 'line 12')
  assert.equal(buffer.shift, -6)
})

test('line buffer: keeps old lines longer while somebody reads them', () => {
  const buffer = bufferOf(100)
  buffer.isHeld = true
  buffer.append(linesOf(...sequence(200)))
  assert.equal(buffer.all.length, 200)
  buffer.append(linesOf('one more'))
  assert.equal(buffer.all.length, 100)
})

test('line buffer: takes older lines up to the first known one, with smaller numbers', () => {
  const buffer = bufferOf(100, 'c', 'd')
  assert.equal(buffer.prepend(linesOf('a', 'b', 'c', 'd')), 2)
  assert.deepEqual(
    buffer.all.map(({ number, text }) => [number, text]),
    [
      [-2, 'a'],
      [-1, 'b'],
      [0, 'c'],
      [1, 'd'],
    ],
  )
  assert.equal(buffer.shift, 2)
  assert.equal(buffer.prepend(linesOf('a', 'b')), 0)
})

test('line buffer: listeners hear each change until they leave', () => {
  const buffer = bufferOf(10)
  const before = buffer.version()
  let heard = 0
  const leave = buffer.listen(() => heard++)
  buffer.append(linesOf('a'))
  leave()
  buffer.clear()
  assert.equal(heard, 1)
  assert.equal(buffer.version(), before + 2)
  assert.equal(buffer.all.length, 0)
})

test('line buffer: 100,000 lines are taken in batches and searched without a long pause', () => {
  const buffer = bufferOf(100_000)
  for (let batch = 0; batch < 600; batch++) buffer.append(linesOf(...sequence(200, `${batch} `)))
  assert.ok(buffer.all.length >= 100_000 && buffer.all.length <= 110_000)
  buffer.setView({ isShown: () => true, pattern: searchPattern('599 ') })
  assert.equal(buffer.found.length, 200)
})

test('found lines: next and previous go round, beginning with the newest', () => {
  const found = [{ number: 2 }, { number: 5 }, { number: 9 }]
  const step = (current: number | undefined, direction: 1 | -1) =>
    stepThrough(found, current, direction)?.number
  assert.equal(step(undefined, 1), 9)
  assert.equal(step(2, 1), 5)
  assert.equal(step(9, 1), 2)
  assert.equal(step(2, -1), 9)
  assert.equal(step(3, 1), 5)
  assert.equal(step(3, -1), 2)
  assert.equal(stepThrough([], 1, 1), undefined)
  assert.equal(indexOfNumber(found, 6), 2)
})
