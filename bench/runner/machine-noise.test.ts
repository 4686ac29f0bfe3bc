import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchMachine } from './machine-noise.ts'

test('machine noise: stolen time is the part of all ticks since the start', () => {
  // user nice system idle iowait irq softirq steal guest guest_nice
  const stats = [
    'cpu  100 0 50 800 10 0 5 35 20 0\ncpu0 50 0 25 400 5 0 2 17 10 0\n',
    'cpu  150 0 70 900 10 0 5 65 40 0\n',
  ]
  const end = watchMachine(() => stats.shift() ?? '')
  assert.equal(end().stolen, 30 / 200)
})

test('machine noise: of this machine it is a part of one', () => {
  const { stolen, load, processors } = watchMachine()()
  assert.ok(stolen >= 0 && stolen <= 1)
  assert.equal(load.length, 3)
  assert.ok(processors >= 1)
})
