import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Hold, isClosed, marginOf, maxStrikes, never, nextHold, parseHold } from './hold.ts'

const maxBytes = 256 * 1024 * 1024
const margin = marginOf(maxBytes)
const at = (bytes: number, hold?: Hold, now = 0, rebuilding = 0) =>
  nextHold({ bytes, maxBytes, hold, rebuilding, now })

test('size hold: a database over its limit is held, and released when it has room', () => {
  assert.equal(at(maxBytes), undefined)
  const held = at(maxBytes + 1)
  assert.deepEqual(held, { strikes: 0, ceiling: maxBytes + 1 + margin, closedUntil: 0 })
  assert.deepEqual(at(maxBytes, held), held)
  assert.equal(at(maxBytes * 0.95, held), undefined)
})

test('size hold: growth beyond the ceiling closes it, longer each time and finally for ever', () => {
  let hold = at(maxBytes + 1)
  let now = 0
  const pauses: number[] = []
  for (let strike = 1; strike <= maxStrikes; strike += 1) {
    const bytes = (hold?.ceiling ?? 0) + 1
    hold = at(bytes, hold, now)
    assert.ok(hold && isClosed(hold) && hold.strikes === strike)
    if (hold.closedUntil === never) break
    pauses.push(hold.closedUntil - now)
    assert.deepEqual(at(bytes, hold, hold.closedUntil - 1), hold)
    now = hold.closedUntil
    hold = at(bytes, hold, now)
    assert.deepEqual(hold, { strikes: strike, ceiling: bytes + margin, closedUntil: 0 })
  }
  assert.deepEqual(
    pauses,
    [1, 2, 4, 8].map((minutes) => minutes * 60_000),
  )
  assert.deepEqual(at(2 * maxBytes, hold, Number.MAX_SAFE_INTEGER), hold)
  assert.equal(at(maxBytes / 2, hold), undefined, 'a larger plan, or less in it')
})

test('size hold: with the clock set back it is closed no longer than its pause', () => {
  const hour = 3_600_000
  const held = at(maxBytes + 1, undefined, hour)
  const bytes = (held?.ceiling ?? 0) + 1
  const closed = at(bytes, held, hour) ?? assert.fail()
  assert.ok(isClosed(closed))
  assert.deepEqual(at(bytes, closed, hour), closed)
  assert.equal(at(bytes, closed, 0)?.closedUntil, 0)
})

test('size hold: rewriting a table is allowed', () => {
  const held = at(maxBytes + 1)
  const bytes = 2 * maxBytes
  assert.equal(at(bytes, held, 0, maxBytes), held)
  assert.equal(at(bytes, held, 0, 1024)?.strikes, 1)
})

test('size hold: stored text is validated', () => {
  const hold: Hold = { strikes: 1, ceiling: 2, closedUntil: 0 }
  assert.deepEqual(parseHold(JSON.stringify(hold)), hold)
  for (const text of ['', 'x', '{}', 'null', '{"strikes":"1","ceiling":2,"closedUntil":0}'])
    assert.equal(parseHold(text), undefined)
})
