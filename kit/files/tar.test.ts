import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeTar } from './tar.ts'

const folder = mkdtempSync(join(tmpdir(), 'berth-tar-'))
after(() => rmSync(folder, { recursive: true }))

const entries = [
  { path: 'package/empty', content: Buffer.alloc(0) },
  { path: 'package/a/b.txt', content: Buffer.from('é'.repeat(400)) },
  { path: 'package/bin/run', content: Buffer.alloc(512, 'x'), isExecutable: true },
]

test('tar: written files can be read again, with their mode', () => {
  const { status, stderr } = spawnSync('tar', ['--extract', '--directory', folder], {
    input: writeTar(entries),
    encoding: 'utf8',
  })
  assert.deepEqual([status, stderr], [0, ''])
  for (const { path, content } of entries)
    assert.deepEqual(readFileSync(join(folder, path)), content, path)
  assert.equal(statSync(join(folder, 'package/bin/run')).mode & 0o777, 0o755)
  assert.equal(statSync(join(folder, 'package/a/b.txt')).mode & 0o111, 0)
})

test('tar: archives are reproducible, and an overlong path is rejected', () => {
  assert.deepEqual(writeTar(entries), writeTar(entries))
  const path = 'x'.repeat(101)
  assert.throws(() => writeTar([{ path, content: Buffer.alloc(0) }]), /too long/)
})
