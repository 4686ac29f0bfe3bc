import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDiskFull } from '#kit/files/disk-full.ts'
import { memoryNonceStore } from '#platform/model/identity/access/nonce-store.ts'
import { createNonceShares, createNonces, nonceLimits } from './create-nonces.ts'

/** Nonces with a manual clock, in seconds. */
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

test('nonces: a nonce is accepted once per owner and timestamp', async () => {
  const { accept } = atSecond(noon)
  assert.equal(await accept('a', 'n', noon), true)
  assert.equal(await accept('a', 'n', noon), false)
  assert.equal(await accept('b', 'n', noon), true)
  assert.equal(await accept('a', 'n', noon + 1), true)
  assert.equal(await accept('a', 'm', noon), true)
})

test('nonces: owner, timestamp and nonce are kept apart in the key', async () => {
  const { accept } = atSecond(noon)
  assert.equal(await accept('a', `${noon}`, noon), true)
  assert.equal(await accept(`a\n${noon}`, '', noon), true)
  assert.equal(await accept('a', '', noon), true)
})

test('nonces: a missing timestamp, or one far from our clock, is refused', async () => {
  const { accept } = atSecond(noon)
  for (const wrong of [noon - 301, noon + 301, noon * 1000, 0, -noon, Number.NaN, Infinity]) {
    assert.equal(await accept('a', 'n', wrong), false, String(wrong))
  }
})

test('nonces: timestamps far in the future leave no state behind', async () => {
  const { accept } = atSecond(noon)
  for (let ahead = 301; ahead < 1e12; ahead *= 3) await accept('a', 'n', noon + ahead)
  assert.equal(await accept('a', 'n', noon - 300), true)
  assert.equal(await accept('a', 'n', noon + 300), true)
})

test('nonces: a nonce is kept as long as its timestamp is accepted', async () => {
  for (let offset = 0; offset < 300; offset += 7) {
    for (const skew of [-300, -1, 0, 1, 299, 300]) {
      const { accept, set } = atSecond(noon + offset)
      const timestamp = noon + offset + skew
      assert.equal(await accept('a', 'n', timestamp), true)
      for (let now = noon + offset; now <= timestamp + 300; now += 10) {
        set(now)
        await accept('a', `other ${now}`, now + 300)
        assert.equal(await accept('a', 'n', timestamp), false, `${offset} ${skew} ${now}`)
      }
      set(timestamp + 300)
      assert.equal(await accept('a', 'n', timestamp), false)
    }
  }
})

test('nonces: two clients with the largest allowed clock skew do not affect each other', async () => {
  const { accept, set } = atSecond(noon)
  for (let now = noon; now < noon + 3000; now += 13) {
    set(now)
    assert.equal(await accept('slow', `${now}`, now - 300), true)
    assert.equal(await accept('fast', `${now}`, now + 300), true)
    assert.equal(await accept('slow', `${now}`, now - 300), false)
    assert.equal(await accept('fast', `${now}`, now + 300), false)
  }
})

test('nonces: a clock that is set back does not make expired nonces acceptable again', async () => {
  const { accept, set } = atSecond(noon)
  assert.equal(await accept('a', 'n', noon), true)
  set(noon + 900)
  assert.equal(await accept('a', 'n', noon + 900), true)
  set(noon + 100)
  assert.equal(await accept('a', 'n', noon), false, 'seen before the clock was wrong')
  set(noon + 900)
  assert.equal(await accept('a', 'm', noon + 900), true, 'once it has caught up')
})

test('nonces: a clock that was a day ahead does not lock clients out once corrected', async () => {
  const { accept, set } = atSecond(noon + 86_400)
  assert.equal(await accept('a', 'n', noon + 86_400), true)
  set(noon)
  assert.equal(await accept('a', 'n', noon), true)
  assert.equal(await accept('a', 'n', noon), false)
  set(noon + 600)
  assert.equal(await accept('a', 'n', noon + 600), true)
})

test('nonces: 300,000 nonces within a window are all refused when replayed', async () => {
  const { accept } = atSecond(noon)
  const each = Array.from({ length: 1000 })
  for (const isFresh of [true, false]) {
    for (let thousand = 0; thousand < 300; thousand++) {
      const answers = each.map((_, number) => accept('a', `${thousand} ${number}`, noon))
      assert.equal((await Promise.all(answers)).includes(!isFresh), false)
    }
  }
})

test('nonces: an overlong nonce is refused', async () => {
  const { accept } = atSecond(noon)
  assert.equal(await accept('a', 'x'.repeat(128), noon), true)
  assert.equal(await accept('a', 'x'.repeat(129), noon), false)
})

test('nonces: a nonce that cannot be written is not accepted; later ones are once there is space', async () => {
  let isFull = true
  const append = () => {
    if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }
  const book = memoryNonceStore()
  const full = { ...book, open: (window: number) => ({ ...book.open(window), append }) }
  const { accept } = createNonces(() => noon * 1000, full)
  const attempts = ['a', 'b', 'c'].map((nonce) => accept('owner', nonce, noon))
  for (const attempt of attempts) await assert.rejects(attempt, isDiskFull)
  isFull = false
  assert.equal(await accept('owner', 'd', noon), true)
  assert.equal(await accept('owner', 'd', noon), false)
})

test('nonces: of many concurrent copies of a request one is accepted', async () => {
  const { accept } = atSecond(noon)
  const answers = await Promise.all(Array.from({ length: 50 }, () => accept('a', 'n', noon)))
  assert.equal(answers.filter((isAccepted) => isAccepted).length, 1)
})

test('nonces: a write batch that is pending when its window ends is written', async () => {
  const written: number[] = []
  const book = memoryNonceStore()
  const noting = {
    ...book,
    open: (window: number) => ({
      ...book.open(window),
      append: () => void written.push(window),
      close: () => void written.push(-window),
    }),
  }
  let now = noon
  const { accept } = createNonces(() => now * 1000, noting)
  const first = accept('a', 'n', now)
  now += 1200
  const second = accept('a', 'n', now)
  assert.deepEqual(await Promise.all([first, second]), [true, true])
  const window = noon / 300
  assert.deepEqual(written, [window, -window, window + 4])
})

test('nonces: a timestamp from before a possible data loss in a power cut is refused', async () => {
  const book = { ...memoryNonceStore(), intactFor: () => 20 }
  const { accept } = createNonces(() => noon * 1000, book)
  assert.equal(await accept('a', 'n', noon - 21), false)
  assert.equal(await accept('a', 'n', noon - 20), true)
})

const limits = { maxNonces: 1000, maxPerAccount: 400, guaranteed: 10, maxAccounts: 50 }

/** Sends nonces of the accounts in turn and returns how many each got accepted. */
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

test('nonces: an account that floods uses up its own share only', () => {
  const { taken, total, shares } = sent(['flooder'], 5000)
  assert.equal(taken.get('flooder'), limits.maxPerAccount)
  assert.ok(shares.hasRoom('other', total))
  assert.equal(shares.hasRoom('flooder', total), false)
})

test('nonces: flooding accounts get equal shares, and a late one gets its guaranteed part', () => {
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

test('nonces: the memory is bounded for any number of accounts', () => {
  const flooders = Array.from({ length: 500 }, (_, number) => `flooder ${number}`)
  const { total } = sent(flooders, 100)
  const most = limits.maxNonces + (limits.maxAccounts + 1) * limits.guaranteed
  assert.ok(total <= most, `${total} of ${most}`)
})

test('nonces: a consumer over its share is refused as limited, and others are accepted', async () => {
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
