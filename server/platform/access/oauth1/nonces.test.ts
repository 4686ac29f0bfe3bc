import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDiskFull } from '#kit/disk-full.ts'
import { memoryNonceBook } from './nonce-book.ts'
import { createNonces } from './nonces.ts'

/** Nonces before a clock that is moved by hand, in seconds. */
function atSecond(second: number) {
  let now = second
  const nonces = createNonces(() => now * 1000)
  return {
    accept: nonces.accept,
    set(next: number) {
      now = next
    },
  }
}

const noon = 1_800_000_000

test('a nonce is accepted once per owner and timestamp', () => {
  const { accept } = atSecond(noon)
  assert.equal(accept('a', 'n', noon), true)
  assert.equal(accept('a', 'n', noon), false)
  assert.equal(accept('b', 'n', noon), true)
  assert.equal(accept('a', 'n', noon + 1), true)
  assert.equal(accept('a', 'm', noon), true)
})

test('owner, timestamp and nonce are not mistaken for one another', () => {
  const { accept } = atSecond(noon)
  assert.equal(accept('a', `${noon}`, noon), true)
  assert.equal(accept(`a\n${noon}`, '', noon), true)
  assert.equal(accept('a', '', noon), true)
})

test('a timestamp far from our clock, or none, is refused', () => {
  const { accept } = atSecond(noon)
  for (const wrong of [noon - 301, noon + 301, noon * 1000, 0, -noon, Number.NaN, Infinity]) {
    assert.equal(accept('a', 'n', wrong), false, String(wrong))
  }
})

test('timestamps that are far in the future leave no trace', () => {
  const { accept } = atSecond(noon)
  for (let ahead = 301; ahead < 1e12; ahead *= 3) accept('a', 'n', noon + ahead)
  assert.equal(accept('a', 'n', noon - 300), true)
  assert.equal(accept('a', 'n', noon + 300), true)
})

test('a nonce is remembered for as long as its timestamp is accepted', () => {
  for (let offset = 0; offset < 300; offset += 7) {
    for (const skew of [-300, -1, 0, 1, 299, 300]) {
      const { accept, set } = atSecond(noon + offset)
      const timestamp = noon + offset + skew
      assert.equal(accept('a', 'n', timestamp), true)
      for (let now = noon + offset; now <= timestamp + 300; now += 10) {
        set(now)
        accept('a', `other ${now}`, now + 300)
        assert.equal(accept('a', 'n', timestamp), false, `${offset} ${skew} ${now}`)
      }
      set(timestamp + 300)
      assert.equal(accept('a', 'n', timestamp), false)
    }
  }
})

test('two callers whose clocks are as far apart as they may be do not disturb each other', () => {
  const { accept, set } = atSecond(noon)
  for (let now = noon; now < noon + 3000; now += 13) {
    set(now)
    assert.equal(accept('slow', `${now}`, now - 300), true)
    assert.equal(accept('fast', `${now}`, now + 300), true)
    assert.equal(accept('slow', `${now}`, now - 300), false)
    assert.equal(accept('fast', `${now}`, now + 300), false)
  }
})

test('a clock that is set back does not open what was forgotten', () => {
  const { accept, set } = atSecond(noon)
  assert.equal(accept('a', 'n', noon), true)
  set(noon + 900)
  assert.equal(accept('a', 'n', noon + 900), true)
  set(noon + 100)
  assert.equal(accept('a', 'n', noon), false, 'seen before the clock was wrong')
  set(noon + 900)
  assert.equal(accept('a', 'm', noon + 900), true, 'once it has caught up')
})

test('a clock that was a day ahead locks nobody out', () => {
  const { accept, set } = atSecond(noon + 86_400)
  assert.equal(accept('a', 'n', noon + 86_400), true)
  set(noon)
  assert.equal(accept('a', 'n', noon), true)
  assert.equal(accept('a', 'n', noon), false)
  set(noon + 600)
  assert.equal(accept('a', 'n', noon + 600), true)
})

test('300,000 nonces within a window are all refused when they come again', () => {
  const { accept } = atSecond(noon)
  const all = Array.from({ length: 300_000 }, (_, number) => `nonce ${number}`)
  assert.equal(all.filter((nonce) => !accept('a', nonce, noon)).length, 0)
  assert.equal(all.filter((nonce) => accept('a', nonce, noon)).length, 0)
})

test('a nonce that is longer than any honest one is refused', () => {
  const { accept } = atSecond(noon)
  assert.equal(accept('a', 'x'.repeat(128), noon), true)
  assert.equal(accept('a', 'x'.repeat(129), noon), false)
})

test('a nonce that could not be written down is not accepted, and may be tried again', () => {
  let isFull = true
  const append = () => {
    if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }
  const book = memoryNonceBook()
  const full = { ...book, open: (window: number) => ({ ...book.open(window), append }) }
  const { accept } = createNonces(() => noon * 1000, full)
  assert.throws(() => accept('a', 'n', noon), isDiskFull)
  isFull = false
  assert.equal(accept('a', 'n', noon), true)
  assert.equal(accept('a', 'n', noon), false)
})

test('a timestamp of before what a power cut may have taken is refused', () => {
  const book = { ...memoryNonceBook(), intactFor: () => 20 }
  const { accept } = createNonces(() => noon * 1000, book)
  assert.equal(accept('a', 'n', noon - 21), false)
  assert.equal(accept('a', 'n', noon - 20), true)
})
