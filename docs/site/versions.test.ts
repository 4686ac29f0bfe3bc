import assert from 'node:assert/strict'
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { keepVersions, writeVersions } from './versions.ts'

test('versions of the documentation: folders are listed newest first, and stay when the current one is built', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-docs-'))
  const site = join(folder.path, 'site')
  const add = async (name: string) => {
    await mkdir(join(site, name), { recursive: true })
    await writeFile(join(site, name, 'index.html'), name)
  }
  const list = async (of = site) => JSON.parse(await readFile(join(of, 'versions.json'), 'utf8'))
  for (const name of ['v0.9.0', 'v0.10.0', 'vendor', 'v0.11.0-draft-1', 'guides']) await add(name)
  await writeVersions(site, { style: 'v0.10.0/assets/a.css' })
  assert.deepEqual(await list(), { others: ['0.10.0', '0.9.0'] })

  const draft = join(folder.path, 'draft')
  await mkdir(draft)
  await keepVersions(site, draft)
  await writeVersions(draft, { current: '1.0.0', style: 'assets/a.css' })
  assert.deepEqual(await list(draft), { current: '1.0.0', others: ['0.10.0', '0.9.0'] })
  assert.equal(await readFile(join(draft, 'v0.9.0/index.html'), 'utf8'), 'v0.9.0')

  await writeVersions(draft, { style: 'assets/a.css' })
  assert.equal((await list(draft)).current, '1.0.0', 'another version does not change it')
  const page = await readFile(join(draft, 'versions.html'), 'utf8')
  assert.match(
    page,
    /href="index.html">1\.0\.0<[\s\S]*href="v0\.10\.0\/index\.html"[\s\S]*v0\.9\.0/,
  )
})
