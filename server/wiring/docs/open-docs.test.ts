import assert from 'node:assert/strict'
import { mkdir, mkdtempDisposable, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDocs } from './open-docs.ts'

test('documentation: files of the build are found by name, nothing else is, and a new build is seen', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-docs-'))
  const dist = join(folder.path, 'dist')
  const docs = openDocs(dist)
  assert.equal(await docs.isBuilt(), false)
  assert.equal(await docs.file('index.html'), undefined)

  const build = async (name: string, text: string) => {
    const draft = join(folder.path, name)
    await mkdir(join(draft, 'guides'), { recursive: true })
    await writeFile(join(draft, 'index.html'), text)
    await writeFile(join(draft, 'guides/a.html'), 'a')
    await writeFile(join(draft, 'guides/a.html.br'), 'br')
    await writeFile(join(draft, '.inputs.json'), '{}')
    return draft
  }
  await rename(await build('one', 'first'), dist)
  assert.equal(await docs.isBuilt(), true)
  assert.equal((await docs.file('index.html'))?.bytes.toString(), 'first')
  const page = await docs.file('guides/a.html')
  assert.deepEqual([page?.brotli?.toString(), page?.gzip], ['br', undefined])
  assert.equal(page?.contentType, 'text/html; charset=utf-8')
  for (const path of [
    'guides/a.html.br',
    '.inputs.json',
    'guides',
    '../dist/index.html',
    '',
    'x.html',
  ])
    assert.equal(await docs.file(path), undefined, path)

  await rename(dist, join(folder.path, 'old'))
  await rename(await build('two', 'second'), dist)
  assert.equal((await docs.file('index.html'))?.bytes.toString(), 'second')
})
