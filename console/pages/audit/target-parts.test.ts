import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '#console/navigation/addresses.ts'
import { targetParts } from './target-parts.ts'

test('audit entry: what still exists has its name and a link, the rest is as it was', () => {
  const entry = {
    target: 'app_1 GREETING addon_2',
    targets: [{ id: 'app_1', kind: 'application' as const, name: 'hello' }],
  }
  assert.deepEqual(targetParts('orga_1', entry), [
    { text: 'hello', id: 'app_1', to: addressOf.application({ ownerId: 'orga_1', id: 'app_1' }) },
    { text: 'GREETING' },
    { text: 'addon_2' },
  ])
})
