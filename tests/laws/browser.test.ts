import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserBreaches } from './browser-law.ts'
import { isTypeScript, sourceTree } from './source-tree.ts'

const from = (specifier: string) => ['import { x }', `'${specifier}'`].join(' from ')

test('browser: no file that a browser loads needs Node', () => {
  assert.deepEqual(browserBreaches(sourceTree().filter(isTypeScript)), [])
})

test('browser law: finds modules and names of Node, also behind other imports', () => {
  const page = { path: 'console/pages/a.tsx', text: from('#kit/b.ts') }
  const breaches = (text: string) => browserBreaches([page, { path: 'kit/b.ts', text }])
  assert.equal(breaches(from('node:fs')).length, 1)
  assert.equal(breaches("Buffer.from('a')").length, 1)
  assert.equal(breaches('let timer: NodeJS.Timeout').length, 1)
  assert.deepEqual(breaches('/** Buffer.from */\nexport const a = 1'), [])
  assert.deepEqual(browserBreaches([{ path: 'console/build.ts', text: from('node:fs') }]), [])
})
