import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeclinedError } from '#providers/kit/declined.ts'
import { planFinder, planNames, requireMemory } from './plan-names.ts'

const plans = [
  { slug: 'dev', memory: 0 },
  { slug: 'xxs_sml', aliases: ['xxs'], memory: 512 * 1024 ** 2 },
]

test('plans: a slug and its alias of an earlier version mean the same plan', () => {
  const planOf = planFinder(plans)
  assert.equal(planOf('xxs'), planOf('xxs_sml'))
  assert.deepEqual(planNames(plans), ['dev', 'xxs_sml', 'xxs'])
  assert.throws(() => planOf('huge'), DeclinedError)
})

test('plans: one with more memory than the machine is declined, naming both sizes', () => {
  const plan = { slug: 'l_sml', memory: 8 * 1024 ** 3 }
  requireMemory(plan, 8 * 1024 ** 3)
  assert.throws(() => requireMemory(plan, 3.5 * 1024 ** 3), {
    name: 'DeclinedError',
    status: 422,
    message: "The plan 'l_sml' has 8 GB of memory, and this machine 3.5 GB: choose a smaller one.",
  })
})
