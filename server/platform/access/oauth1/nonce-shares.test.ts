import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNonceShares, nonceLimits } from './nonce-shares.ts'
import { createNonces } from './nonces.ts'

const limits = { maxNonces: 1000, maxPerAccount: 400, guaranteed: 10, maxAccounts: 50 }

/** Sends nonces of accounts in turn, and tells how many each got in. */
function sent(accounts: readonly string[], rounds: number, shares = createNonceShares(limits)) {
  const taken = new Map<string, number>()
  let total = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const account of accounts) {
      if (!shares.hasRoom(account, total)) continue
      shares.count(account)
      total += 1
      taken.set(account, (taken.get(account) ?? 0) + 1)
    }
  }
  return { taken, total, shares }
}

test('Nonces: an account that floods gets its own share and leaves the others theirs', () => {
  const { taken, total, shares } = sent(['flooder'], 5000)
  assert.equal(taken.get('flooder'), limits.maxPerAccount)
  assert.ok(shares.hasRoom('other', total))
  assert.equal(shares.hasRoom('flooder', total), false)
})

test('Nonces: many accounts that flood together get equal shares, and a late one gets its guaranteed part', () => {
  const flooders = Array.from({ length: 20 }, (_, number) => `flooder ${number}`)
  const { taken, total, shares } = sent(flooders, 5000)
  assert.deepEqual([...new Set(taken.values())], [limits.maxNonces / flooders.length])
  assert.equal(total, limits.maxNonces)
  for (let number = 0; number < limits.guaranteed; number += 1) {
    assert.ok(shares.hasRoom('late', total + number))
    shares.count('late')
  }
  assert.equal(shares.hasRoom('late', total + limits.guaranteed), false)
})

test('Nonces: the memory is bounded however many accounts there are', () => {
  const flooders = Array.from({ length: 500 }, (_, number) => `flooder ${number}`)
  const { total } = sent(flooders, 100)
  const most = limits.maxNonces + (limits.maxAccounts + 1) * limits.guaranteed
  assert.ok(total <= most, `${total} of ${most}`)
})

test('Nonces: a consumer over its share is told to wait, and others are accepted', async () => {
  const { accept } = createNonces(() => 1_800_000_000_000)
  const flood = (from: number, to: number) =>
    Promise.all(
      Array.from({ length: to - from }, (_, number) =>
        accept('flooder', `${from + number}`, 1_800_000_000, 'consumer'),
      ),
    )
  for (let at = 0; at < nonceLimits.maxPerAccount; at += 10_000) await flood(at, at + 10_000)
  assert.throws(() => accept('flooder', 'one more', 1_800_000_000, 'consumer'), {
    kind: 'limited',
    details: { wait: 300 },
  })
  assert.equal(await accept('other', 'one', 1_800_000_000, 'other'), true)
  assert.equal(await accept('flooder', '7', 1_800_000_000, 'consumer'), false, 'still remembered')
})
