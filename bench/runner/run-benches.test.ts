import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bench, Figure } from '#bench/support/figure.ts'
import { conclusionOf } from './conclusion.ts'
import { runBenches } from './run-benches.ts'

const noise = { processors: 2, load: [0.5, 1, 1.25], stolen: 0.004 }
const machine =
  'machine: 2 processors, load before 0.50 1.00 1.25, stolen by the host (st) 0.4 % of the run'

async function outcomeOf(benches: Record<string, () => Promise<Figure[]>>) {
  const printed: string[] = []
  const all = Object.entries(benches).map(([name, run]): Bench => ({ name, run }))
  const outcome = await runBenches(all, (bench) => bench.run({}), {
    line: (text) => printed.push(text),
    problem: (text, error) => printed.push(`${text} ${(error as Error).message}`),
  })
  return { outcome, printed }
}

const kept: Figure = { name: 'memory', value: 40, unit: 'MB', budget: 50 }

test('benches: one without figures, one that throws and a figure without a number are unmeasured', async () => {
  const { outcome, printed } = await outcomeOf({
    empty: async () => [],
    broken: () => Promise.reject(new Error('nginx is missing')),
    sparse: async () => [kept, { name: 'latency', value: Number.NaN, unit: 'ms', budget: 1 }],
  })
  assert.deepEqual(outcome.unmeasured, ['empty', 'broken', 'sparse: latency'])
  assert.deepEqual(
    printed.filter((line) => line.includes('could not be measured')),
    [
      'empty could not be measured: it has no figures',
      'broken could not be measured: nginx is missing',
    ],
  )
  assert.deepEqual(conclusionOf(outcome, noise), [
    '3 could not be measured:',
    '  empty',
    '  broken',
    '  sparse: latency',
    machine,
  ])
})

test('benches: the end names each missed budget with its value and goal', async () => {
  const { outcome } = await outcomeOf({ a: async () => [kept, { ...kept, value: 97.4 }] })
  assert.deepEqual(conclusionOf(outcome, noise), [
    '1 over budget:',
    '  memory: 97.4 MB, goal 50 MB',
    machine,
  ])
})

test('benches: a run with every budget kept says so', async () => {
  const { outcome } = await outcomeOf({ a: async () => [kept] })
  assert.deepEqual(conclusionOf(outcome, noise), ['every budget is kept', machine])
})
