import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Candidate, maxLanesPerAccount, nextCandidate } from './fair-share.ts'

const candidate = (applicationId: string, accounts: string[], since: number): Candidate => ({
  ...{ applicationId, accounts, since },
})

const pick = (
  candidates: Candidate[],
  running: string[][],
  { lanes = 4, lastServed = {} }: { lanes?: number; lastServed?: Record<string, number> } = {},
) =>
  nextCandidate(candidates, {
    ...{ lanes, running, maxPerAccount: maxLanesPerAccount(lanes) },
    lastServed: new Map(Object.entries(lastServed)),
  })?.applicationId

test('fair share: an owner has half of the lanes, and never all where there are two', () => {
  const all = [1, 2, 3, 4, 5, 8].map((lanes) => [lanes, maxLanesPerAccount(lanes)])
  assert.deepEqual(all, [
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
    [8, 4],
  ])
})

test('fair share: an owner with its share waits although lanes are free, and another is served', () => {
  const flood = Array.from({ length: 8 }, (_, at) => candidate(`a${at}`, ['orga_a'], at))
  assert.equal(pick(flood, []), 'a0')
  assert.equal(pick(flood, [['orga_a'], ['orga_a']]), undefined)
  const other = candidate('b', ['orga_b'], 99)
  assert.equal(pick([...flood, other], [['orga_a'], ['orga_a']]), 'b')
  assert.equal(pick([...flood, other], [['orga_a']]), 'b', 'who has fewer lanes comes first')
})

test('fair share: many organisations of one user are one account', () => {
  const running = [
    ['orga_1', 'user_x'],
    ['orga_2', 'user_x'],
  ]
  assert.equal(pick([candidate('third', ['orga_3', 'user_x'], 1)], running), undefined)
  assert.equal(pick([candidate('other', ['orga_3', 'user_y'], 2)], running), 'other')
})

test('fair share: with one lane, owners take turns however much one of them asks for', () => {
  const both = [candidate('a', ['orga_a'], 1), candidate('b', ['orga_b'], 2)]
  assert.equal(pick(both, [], { lanes: 1 }), 'a')
  assert.equal(pick(both, [], { lanes: 1, lastServed: { orga_a: 1 } }), 'b')
  assert.equal(pick(both, [], { lanes: 1, lastServed: { orga_a: 1, orga_b: 2 } }), 'a')
  assert.equal(pick(both, [['orga_c']], { lanes: 1 }), undefined)
})
