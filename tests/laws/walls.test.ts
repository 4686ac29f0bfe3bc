import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTypeScript, sourceTree } from './source-tree.ts'
import { describeWalls, measureWalls } from './wall-law.ts'

test('walls: wings build on those before them, families know the model alone, and the model does nothing', (t) => {
  const figures = measureWalls(sourceTree().filter(isTypeScript))
  t.diagnostic(describeWalls(figures))
  assert.deepEqual(figures.against, [])
  assert.deepEqual(figures.pastTheModel, [])
  assert.deepEqual(figures.acting, [])
  assert.ok(figures.model > 100, 'the model is where the law looks for it')
})

test('wall law: sees what runs against the order, past the model, and what acts in it', () => {
  const from = (specifier: string) => ['import { x }', `'${specifier}'`].join(' from ')
  const figures = measureWalls([
    { path: 'server/platform/mail/a.ts', text: from('#platform/hosting/b.ts') },
    { path: 'server/platform/hosting/a.ts', text: from('#platform/mail/b.ts') },
    { path: 'server/platform/hosting/b.ts', text: from('#platform/model/ids.ts') },
    { path: 'server/stores/a.ts', text: from('#platform/billing/b.ts') },
    { path: 'server/stores/b.ts', text: from('#platform/model/ids.ts') },
    { path: 'server/stores/b.test.ts', text: from('#platform/billing/b.ts') },
    { path: 'server/platform/model/ids.ts', text: 'export async function x() {}' },
  ])
  assert.deepEqual(figures, {
    model: 1,
    between: 2,
    against: ['server/platform/mail/a.ts imports server/platform/hosting/b.ts'],
    byFamilies: 2,
    pastTheModel: ['server/stores/a.ts imports server/platform/billing/b.ts'],
    acting: ['server/platform/model/ids.ts'],
  })
})
