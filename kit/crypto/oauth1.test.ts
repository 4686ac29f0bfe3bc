import assert from 'node:assert/strict'
import { test } from 'node:test'
import { order } from './oauth1.ts'

/** Pairs with few distinct names and values, so that many are equal. */
function somePairs(count: number, seed: number): [string, string][] {
  let state = seed
  const next = (words: readonly string[]) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return words[(state >>> 8) % words.length] ?? ''
  }
  const words = ['', 'a', 'a1', 'a%2520', 'b', 'a-', '~', 'A', '0']
  return Array.from({ length: count }, () => [next(words), next(words)])
}

test('OAuth 1: any number of pairs are sorted by name and then by value', () => {
  for (const count of [0, 1, 2, 3, 7, 23, 24, 25, 26, 100, 5000]) {
    const pairs = somePairs(count, count + 1)
    // NUL sorts before every character of a name, so that `a` comes before `a1` whatever their values are.
    const wanted = pairs.map(([name, value]) => `${name}\0${value}`).sort()
    assert.deepEqual(
      order(pairs).map(([name, value]) => `${name}\0${value}`),
      wanted,
    )
  }
})
