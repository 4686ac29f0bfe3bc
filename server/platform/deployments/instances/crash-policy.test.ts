import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHopeless } from './crash-policy.ts'

const quick = { code: 1, duration: 200 }
const slow = { code: 1, duration: 20_000 }

test('crash policy: a start command that ends at once is given up after the fourth time in a row', () => {
  assert.equal(isHopeless([quick, quick, quick]), false)
  assert.equal(isHopeless([quick, quick, quick, quick]), true)
  assert.equal(isHopeless([quick, quick, slow, quick, quick]), false)
})

test('crash policy: a command that is not there is given up at once', () => {
  assert.equal(isHopeless([{ code: 127, duration: 90_000 }]), true)
  assert.equal(isHopeless([{ code: 126, duration: 10 }]), true)
  assert.equal(isHopeless([]), false)
})
