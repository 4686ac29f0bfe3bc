import assert from 'node:assert/strict'
import { mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { putInPlace } from './put-in-place.ts'

test('build in its place: the assets of the build before stay, older ones go, and the same build again changes nothing', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-build-'))
  const target = join(folder.path, 'dist')
  const build = async (name: string, assets: string[]) => {
    const draft = join(folder.path, `dist-${name}`)
    await mkdir(join(draft, 'assets'), { recursive: true })
    await writeFile(join(draft, 'index.html'), name)
    for (const asset of assets) await writeFile(join(draft, 'assets', asset), name)
    await putInPlace(draft, target)
    assert.deepEqual(await readdir(folder.path), ['dist'], 'nothing else is left')
    assert.equal(await readFile(join(target, 'index.html'), 'utf8'), name)
    return (await readdir(join(target, 'assets'))).sort()
  }
  assert.deepEqual(await build('one', ['a-1.js', 'b-1.js']), ['a-1.js', 'b-1.js'])
  assert.deepEqual(await build('two', ['a-1.js', 'b-2.js']), ['a-1.js', 'b-1.js', 'b-2.js'])
  assert.equal(await readFile(join(target, 'assets/b-1.js'), 'utf8'), 'one')
  assert.deepEqual(await build('again', ['a-1.js', 'b-2.js']), ['a-1.js', 'b-1.js', 'b-2.js'])
  assert.deepEqual(await build('three', ['a-1.js', 'b-3.js']), ['a-1.js', 'b-2.js', 'b-3.js'])
})
