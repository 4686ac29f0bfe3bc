import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrations } from '#stores/migrations/migrations.ts'
import { root } from './source-tree.ts'

const folder = join(root, 'server/stores/migrations')

/** Files as `sha256sum *.sql` prints them. */
const checksums = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const content = readFileSync(join(folder, file))
      return `${createHash('sha256').update(content).digest('hex')}  ${file}`
    })

test('migrations: none has changed since it was added', () => {
  const kept = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
  assert.deepEqual(
    checksums(),
    kept,
    'databases have run these files: follow one with another instead of changing it. A new one is added to the list by `sha256sum`',
  )
})

test('migrations: each file is in the history, in the order of its number', () => {
  assert.deepEqual(
    migrations.map(({ name }) => name),
    checksums().map((line) => line.slice(66, -'.sql'.length)),
  )
})
