import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationId } from '#platform/model/ids.ts'
import { type Candidate, createSlotUse, maxSlotsPerAccount, nextCandidate } from './fair-share.ts'

const candidate = (applicationId: ApplicationId, accounts: string[], since: number): Candidate => ({
  applicationId,
  accounts,
  since,
})

interface State {
  slots?: number
  maxPerAccount?: number
  lastServed?: Record<string, number>
  /** Minutes by account. */
  recentUse?: Record<string, number>
}

const minute = 60_000

const pick = (
  candidates: Candidate[],
  running: string[][],
  { slots = 4, maxPerAccount, lastServed = {}, recentUse = {} }: State = {},
) =>
  nextCandidate(candidates, {
    slots,
    running,
    maxPerAccount: maxPerAccount ?? maxSlotsPerAccount(slots),
    recentUse: (account) => (recentUse[account] ?? 0) * minute,
    lastServed: new Map(Object.entries(lastServed)),
  })?.applicationId

test('fair share: an account has half of the slots, and never all when there are two', () => {
  const all = [1, 2, 3, 4, 5, 8].map((slots) => [slots, maxSlotsPerAccount(slots)])
  assert.deepEqual(all, [
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
    [8, 4],
  ])
})

test('fair share: an account at its limit waits although slots are free, and another is served', () => {
  const flood = Array.from({ length: 8 }, (_, at) => candidate(`app_a${at}`, ['orga_a'], at))
  assert.equal(pick(flood, []), 'app_a0')
  assert.equal(pick(flood, [['orga_a'], ['orga_a']]), undefined)
  const other = candidate('app_b', ['orga_b'], 99)
  assert.equal(pick([...flood, other], [['orga_a'], ['orga_a']]), 'app_b')
  assert.equal(pick([...flood, other], [['orga_a']]), 'app_b', 'who has fewer slots comes first')
})

test('fair share: a user who deploys in many organisations of others counts as one account', () => {
  const running = [
    ['orga_1', 'user_x'],
    ['orga_2', 'user_x'],
  ]
  assert.equal(pick([candidate('app_third', ['orga_3', 'user_x'], 1)], running), undefined)
  assert.equal(pick([candidate('app_other', ['orga_3', 'user_y'], 2)], running), 'app_other')
})

test('fair share: with one slot, accounts take turns regardless of their demand', () => {
  const both = [candidate('app_a', ['orga_a'], 1), candidate('app_b', ['orga_b'], 2)]
  assert.equal(pick(both, [], { slots: 1 }), 'app_a')
  assert.equal(pick(both, [], { slots: 1, lastServed: { orga_a: 1 } }), 'app_b')
  assert.equal(pick(both, [], { slots: 1, lastServed: { orga_a: 1, orga_b: 2 } }), 'app_a')
  assert.equal(pick(both, [['orga_c']], { slots: 1 }), undefined)
})

test('fair share: the account with the least recent slot time comes first, then the one served longest ago', () => {
  const both = [candidate('app_heavy', ['user_h'], 1), candidate('app_light', ['user_l'], 2)]
  const lastServed = { user_l: 9 }
  assert.equal(pick(both, [], { lastServed, recentUse: { user_h: 30, user_l: 2 } }), 'app_light')
  assert.equal(pick(both, [['user_l']], { recentUse: { user_h: 30, user_l: 2 } }), 'app_light')
  assert.equal(pick(both, [], { lastServed, recentUse: { user_h: 0.9 } }), 'app_heavy', 'a tie')
  const [heavy = assert.fail()] = both
  const shared = candidate('app_shared', ['user_l', 'user_h'], 0)
  assert.equal(pick([heavy, shared], [], { recentUse: { user_h: 5 } }), 'app_shared')
  assert.equal(pick([...both, shared], [], { recentUse: { user_h: 5 } }), 'app_light')
})

test('fair share: any number of heavy accounts leave the last slot to one with light use', () => {
  const heavy = ['a', 'b', 'c', 'd'].map((name, at) =>
    candidate(`app_${name}`, [`user_${name}`], at),
  )
  const recentUse = Object.fromEntries(heavy.map(({ accounts }) => [accounts[0], 10]))
  const running = [['user_a'], ['user_b'], ['user_c']]
  assert.equal(pick(heavy, running.slice(1), { recentUse }), 'app_a')
  assert.equal(pick(heavy, running, { recentUse }), undefined)
  assert.equal(
    pick([...heavy, candidate('app_new', ['user_n'], 9)], running, { recentUse }),
    'app_new',
  )
  const again = candidate('app_again', ['user_n'], 9)
  const taken = [['user_a'], ['user_b'], ['user_n']]
  assert.equal(pick([again], taken, { recentUse }), undefined, 'who has a slot does not need it')
})

test('fair share: no slot is reserved when there is one, or when one account may use all', () => {
  const heavy = candidate('app_a', ['user_a'], 1)
  const recentUse = { user_a: 100 }
  assert.equal(pick([heavy], [], { slots: 1, recentUse }), 'app_a')
  const all = { slots: 2, maxPerAccount: 2, recentUse }
  assert.equal(pick([heavy], [['user_a']], all), 'app_a')
  assert.equal(pick([heavy], [['user_b']], { slots: 2, recentUse }), undefined)
})

for (const slots of [1, 2, 4]) {
  test(`fair share: with slots ${slots}, no account starves among accounts with unlimited demand`, () => {
    let now = 0
    const use = createSlotUse(() => now)
    const names = ['app_heavy', 'app_b', 'app_c', 'app_d', 'app_e'] as const
    const endHistory = use.begin(['app_heavy'])
    now += 120 * minute
    endHistory()
    const lastServed = new Map<string, number>()
    const running: { name: string; until: number; end: () => void }[] = []
    const served = new Map<string, number>()
    for (let sequence = 1; now < 24 * 60 * minute; sequence += 1) {
      assert.ok(sequence < 100_000, 'turns of no time end')
      const waiting = names.map((name, at) => candidate(name, [name], at))
      const next = nextCandidate(waiting, {
        slots,
        maxPerAccount: maxSlotsPerAccount(slots),
        running: running.map(({ name }) => [name]),
        recentUse: use.of,
        lastServed,
      })
      if (next) {
        const name = next.applicationId
        lastServed.set(name, sequence)
        served.set(name, (served.get(name) ?? 0) + 1)
        // Some deployments take no time, others as long as a build may.
        const duration = name === 'app_b' ? 0 : ((sequence * 7) % 15) * minute
        running.push({ name, until: now + duration, end: use.begin([name]) })
        continue
      }
      running.sort((one, other) => other.until - one.until)
      const ended = running.pop() ?? assert.fail('nobody works and nobody may')
      now = ended.until
      ended.end()
    }
    for (const name of names) assert.ok((served.get(name) ?? 0) > 20, `${name} was served`)
  })
}
