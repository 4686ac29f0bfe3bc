import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AddonFacts, OrderedAddon, ProvidedAddon } from './addon.ts'
import { withChange } from './addon-changes.ts'

const facts: AddonFacts = {
  id: 'addon_1',
  ownerId: 'orga_1',
  providerId: 'pigeon',
  planId: 'plan_1',
  zone: 'par',
  name: 'mine',
  options: {},
  config: {},
  message: '',
  trouble: '',
  orderedBy: 'user_1',
  logToken: '',
  surroundings: 'test',
  createdAt: 1,
  attempts: 2,
  tags: [],
  previewOf: null,
}
const ordered: OrderedAddon = { ...facts, state: 'ordering', realId: null, dueAt: 5 }
const ready: ProvidedAddon = { ...facts, state: 'ready', realId: 'r-1', dueAt: null }

test('addon changes: the next state has its facts, and the rest stays', () => {
  const made = withChange(ordered, { state: 'ready', realId: 'r-1', dueAt: null, attempts: 0 })
  assert.deepEqual(made, { ...ready, attempts: 0 })
  assert.deepEqual(withChange(ready, { name: 'other' }), { ...ready, name: 'other' })
  const deleting = withChange(ready, { state: 'deleting', dueAt: 9 })
  assert.deepEqual(deleting, { ...ready, state: 'deleting', dueAt: 9 })
})

test('addon changes: what does not follow a state, or lacks a fact of the next, is a compile error', () => {
  const wrong = [
    // @ts-expect-error the provider has not named it
    withChange(ordered, { state: 'ready', dueAt: null }),
    // @ts-expect-error nobody would ask the provider again
    withChange(ordered, { dueAt: null }),
    // @ts-expect-error what is there is not ordered again
    withChange(ready, { state: 'uncertain', dueAt: 1 }),
    // @ts-expect-error nobody would ask the provider to remove it
    withChange(ready, { state: 'deleting' }),
  ]
  assert.equal(wrong.length, 4)
})
