import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createWorker } from './worker.ts'

const turn = () => new Promise(setImmediate)

/** A worker whose rounds are counted and end as the test decides. */
function countedWorker(run: (round: number, signal: AbortSignal) => Promise<number | undefined>) {
  const errors: unknown[] = []
  let rounds = 0
  const worker = createWorker({
    run: (signal) => run(++rounds, signal),
    onError: (error) => errors.push(error),
  })
  return { worker, errors, rounds: () => rounds }
}

test('worker: runs nothing before it begins, then the round that was requested meanwhile', async () => {
  const { worker, rounds } = countedWorker(async () => undefined)
  worker.wake()
  await turn()
  assert.equal(rounds(), 0)
  worker.begin()
  await turn()
  assert.equal(rounds(), 1)
  await worker.close()
})

test('worker: a wake during a round leads to exactly one more', async () => {
  const { worker, rounds } = countedWorker(async (round) => {
    if (round === 1) for (let times = 0; times < 5; times += 1) worker.wake()
    return undefined
  })
  worker.begin()
  await turn()
  assert.equal(rounds(), 2)
  await worker.close()
})

test('worker: rounds never overlap', async () => {
  let running = 0
  const { worker, rounds } = countedWorker(async () => {
    running += 1
    assert.equal(running, 1)
    await turn()
    running -= 1
    return undefined
  })
  worker.begin()
  for (let times = 0; times < 10; times += 1) {
    worker.wake()
    await turn()
  }
  assert.ok(rounds() > 1)
  await worker.close()
})

test('worker: the next round starts after the delay that the last one returned', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { worker, rounds } = countedWorker(async () => 10_000)
  worker.begin()
  await turn()
  mock.timers.tick(9_999)
  await turn()
  assert.equal(rounds(), 1)
  mock.timers.tick(1)
  await turn()
  assert.equal(rounds(), 2)
  await worker.close()
})

test('worker: backs off after failures, and resets after a successful round', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { worker, errors, rounds } = countedWorker(async (round) => {
    if (round <= 3) throw new Error(`round ${round}`)
    return undefined
  })
  worker.begin()
  await turn()
  for (const pause of [1_000, 2_000, 4_000]) {
    const before = rounds()
    mock.timers.tick(pause - 1)
    await turn()
    assert.equal(rounds(), before)
    mock.timers.tick(1)
    await turn()
    assert.equal(rounds(), before + 1)
  }
  assert.equal(errors.length, 3)
  await worker.close()
})

test('worker: closing aborts the running round and waits for its end; its errors are ignored', async () => {
  let hasEnded = false
  const { worker, errors, rounds } = countedWorker(async (_, signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await turn()
    hasEnded = true
    throw new Error('aborted')
  })
  worker.begin()
  await turn()
  await worker.close()
  assert.ok(hasEnded)
  worker.wake()
  await turn()
  assert.deepEqual([errors, rounds()], [[], 1])
})
