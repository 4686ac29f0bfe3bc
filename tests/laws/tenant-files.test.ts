import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceTree } from './source-tree.ts'
import { tenantFileBreaches } from './tenant-files-law.ts'

test('tenant files: code that runs as root changes files by path only where permitted', () => {
  assert.deepEqual(tenantFileBreaches(sourceTree()), [])
})

test('tenant files law: detects each way to change files by path', () => {
  const path = 'server/engines/process/builds/new.ts'
  const from = (what: string, module: string) => ['import', what, 'from', `'${module}'`].join(' ')
  const strays = [
    from('{ chown }', 'node:fs/promises'),
    from('{ readFile, chmodSync as other }', 'node:fs'),
    from('{\n  lstat,\n  rename,\n}', 'node:fs/promises'),
    from('* as files', 'node:fs'),
    from('files', 'fs/promises'),
    "await run(['cp', '-a', from, to])",
    "await runOrThrow(['chown', '-R', user])",
    "const { rm } = await import('node:fs/promises')",
  ]
  for (const text of strays) {
    assert.equal(tenantFileBreaches([{ path, text }], {}).length, 1, text)
  }
  const fine = [
    { path, text: from('{ lstat, readFile }', 'node:fs/promises') },
    { path, text: from('{ moveOut }', '#kit/tenant-files/entries.ts') },
    { path: 'server/api/a.ts', text: from('{ chown }', 'node:fs/promises') },
  ]
  assert.deepEqual(tenantFileBreaches(fine, {}), [])
})

test('tenant files law: detects an unused permit', () => {
  const path = 'server/git/old.ts'
  const permits = { [path]: { uses: ['rm'], because: 'it was so' } }
  assert.equal(tenantFileBreaches([{ path, text: '' }], permits).length, 1)
})
