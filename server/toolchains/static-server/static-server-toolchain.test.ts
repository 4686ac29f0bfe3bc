import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { packagesWithDependencies } from './copy-packages.ts'
import { createStaticServerToolchain } from './static-server-toolchain.ts'

const tool = { name: 'static-server', version: '1' }
let folder: string
let place: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-static-tool-'))
  place = await createStaticServerToolchain({ folder })(tool)
})
after(async () => {
  await runOrThrow(['chmod', '--recursive', 'u+w', '--', folder])
  await rm(folder, { recursive: true })
})

/** Starts the program, and answers its first line once it has one. */
async function start(cwd: string, args: string[]): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(join(place, 'bin/static-server'), args, {
    cwd,
    env: { PATH: process.env.PATH, PORT: '0', TMPDIR: cwd, NODE_OPTIONS: '--no-such-option' },
  })
  const lines = [child.stdout, child.stderr].map((input) =>
    once(createInterface({ input }), 'line'),
  )
  const [line] = await Promise.race(lines)
  return { child, line }
}

test('static server: runs from its folder alone, whatever NODE_OPTIONS is, and ends at SIGTERM', async () => {
  const site = await mkdtemp(join(folder, 'site-'))
  await writeFile(join(site, 'index.html'), 'hello')
  const { child, line } = await start(site, ['--', '.'])
  const [, port] = /^Listening on 0\.0\.0\.0:(\d+)$/.exec(line) ?? assert.fail(line)
  const response = await fetch(`http://127.0.0.1:${port}/`)
  assert.equal(await response.text(), 'hello')
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('static server: a folder that is missing ends it with a sentence alone', async () => {
  const { child, line } = await start(folder, ['--', 'dist'])
  assert.match(line, /^There is no folder "dist" after the build: set CC_WEBROOT/)
  assert.deepEqual(await once(child, 'exit'), [1, null])
})

test('static server: checks a folder without serving it', async () => {
  const site = await mkdtemp(join(folder, 'site-'))
  const { child, line } = await start(site, ['--check=index', '--', '.'])
  assert.match(line, /^There is no index.html after the build/)
  assert.deepEqual(await once(child, 'exit'), [1, null])
  await writeFile(join(site, 'index.html'), 'hello')
  const other = await start(site, ['--check=folder', '--fallback=app.html', '--', '.'])
  assert.match(other.line, /^There is no file "app.html" after the build/)
  for (const what of ['index', 'folder']) {
    await runOrThrow([join(place, 'bin/static-server'), `--check=${what}`, '--', site], {
      cwd: site,
    })
  }
})

test('static server: is made once, and anew when the program has changed', async () => {
  const digest = join(place, 'digest')
  const { ino } = await stat(digest)
  const again = createStaticServerToolchain({ folder })
  assert.equal(await again(tool), place)
  assert.equal((await stat(digest)).ino, ino)
  await chmod(digest, 0o644)
  await writeFile(digest, 'of another platform')
  assert.equal(await again(tool), place)
  assert.match(await readFile(digest, 'utf8'), /^[0-9a-f]{64}$/)
})

test('packages: come with all that they depend on, each once', async () => {
  const names = (await packagesWithDependencies(['send', 'mime-types'])).map(({ name }) => name)
  for (const name of ['send', 'fresh', 'range-parser', 'mime-types', 'mime-db']) {
    assert.ok(names.includes(name), name)
  }
  assert.equal(new Set(names).size, names.length)
  await assert.rejects(packagesWithDependencies(['no-such-package']), /is not installed/)
})
