import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportBreaches } from './export-law.ts'
import { isTypeScript, sourceTree } from './source-tree.ts'

test('exports: what no other file imports is not exported, and what nothing uses is gone', () => {
  assert.deepEqual(exportBreaches(sourceTree().filter(isTypeScript)), [])
})

test('export law: sees what is dead, what only tests use, and what only its own file uses', () => {
  const ofA = (names: string) => [`import { ${names} }`, "'#kit/a.ts'"].join(' from ')
  const a = `/** dead is dead. */
export const dead = 1
export interface DeadType {}
export async function forTests() {}
export const inside = 2
export const alsoInTest = inside
export interface Options {}
export function used(options: Options) { return alsoInTest }
export { inner as renamed }
const inner = 3
export { lost } from './b.ts'`
  const files = [
    { path: 'kit/a.ts', text: a },
    { path: 'kit/b.ts', text: 'export const lost = 1\nexport const loaded = 2' },
    { path: 'kit/c.ts', text: 'export const byPath = 1' },
    { path: 'kit/a.test.ts', text: ofA('forTests, alsoInTest') },
    { path: 'server/x.ts', text: ofA('type DeadTypes, used as x, renamed') },
    { path: 'server/y.ts', text: `const load = () => join(root, '${'kit'}/c.ts')` },
  ]
  assert.deepEqual(exportBreaches(files), [
    'kit/a.ts dead: nothing uses it',
    'kit/a.ts DeadType: nothing uses it',
    'kit/a.ts forTests: only tests use it',
    'kit/a.ts inside: no other file imports it',
    'kit/a.ts lost: nothing uses it',
    'kit/b.ts loaded: nothing uses it',
  ])
})
