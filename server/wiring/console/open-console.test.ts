import assert from 'node:assert/strict'
import { mkdir, mkdtempDisposable, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { recordInputs } from '#kit/files/input-record.ts'
import { openConsole } from './open-console.ts'
import { readConsole } from './read-console.ts'

/** A checkout whose console is built by this program. */
async function checkout(builder: string) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'berth-console-'))
  const root = folder.path
  for (const name of ['console/build', 'console/dist/assets'])
    await mkdir(join(root, name), { recursive: true })
  await writeFile(join(root, 'console/build/build.ts'), builder)
  const lines: string[] = []
  return {
    folder,
    lines,
    write: (name: string, text: string) => writeFile(join(root, 'console', name), text),
    open: (timeout = 60_000) =>
      openConsole({ root, timeout, log: (line) => void lines.push(line) }),
    note: async () =>
      writeFile(
        join(root, 'console/dist/inputs.json'),
        JSON.stringify(await recordInputs(root, ['console/page.ts'])),
      ),
  }
}

test('console: built files are in memory, with their compressed forms, and nothing is built', async () => {
  const { folder, lines, write, open, note } = await checkout('process.exit(1)')
  await using _ = folder
  await write('page.ts', '1')
  await write('dist/index.html', '<p>')
  await write('dist/assets/a-1.js', 'a()')
  await write('dist/assets/a-1.js.br', 'br')
  await write('dist/assets/secret.pem', '?')
  await note()
  const console = open()
  await console.ready
  assert.equal((await console.index())?.bytes.toString(), '<p>')
  assert.equal((await console.asset('a-1.js'))?.brotli?.toString(), 'br')
  assert.equal((await console.asset('a-1.js'))?.contentType, 'text/javascript; charset=utf-8')
  for (const name of ['a-1.js.br', 'secret.pem', '../index.html', 'inputs.json', 'constructor'])
    assert.equal(await console.asset(name), undefined, name)
  assert.deepEqual(lines, [])
})

test('console: is built beside the start when it is older than its sources; the old one is served meanwhile', async () => {
  const { folder, lines, write, open, note } = await checkout(
    "import { writeFileSync } from 'node:fs'\nwriteFileSync('console/dist/index.html', 'new')",
  )
  await using _ = folder
  await write('page.ts', '1')
  await write('dist/index.html', 'old')
  await note()
  await write('page.ts', '2')
  const console = open()
  assert.equal((await console.index())?.bytes.toString(), 'old')
  await console.ready
  assert.equal((await console.index())?.bytes.toString(), 'new')
  assert.deepEqual([lines, console.isBuilding()], [['building the console'], false])
})

test('console: a failed build is told in a sentence, and one that is going on ends with the server', async () => {
  const failing = await checkout("console.error('page.tsx: no such module'); process.exit(1)")
  await using _ = failing.folder
  const broken = failing.open()
  await broken.ready
  assert.equal(await broken.index(), undefined)
  assert.match(failing.lines[1] ?? '', /could not be built .* page\.tsx: no such module .* works/)

  const endless = await checkout('setInterval(() => {}, 1000)')
  await using _other = endless.folder
  const late = endless.open(200)
  await late.ready
  assert.match(endless.lines[1] ?? '', /could not be built within 0\.2 s/)
  const closed = endless.open()
  await closed.close()
  assert.equal(endless.lines.length, 3, 'nobody wants to know')
})

test('console: is read whole while another build takes its place', async () => {
  const { folder, write } = await checkout('')
  await using _ = folder
  await write('dist/index.html', '<p>')
  for (let at = 0; at < 50; at++) await write(`dist/assets/a-${at}.js`, `${at}`)
  const dist = join(folder.path, 'console/dist')
  await rename(dist, `${dist}-old`)
  const reading = readConsole(dist, { maxAttempts: 10_000 })
  for (let round = 0; round < 20; round++) {
    await rename(`${dist}-old`, dist)
    if (round < 19) await rename(dist, `${dist}-old`)
  }
  const console = await reading
  assert.equal(console?.index.bytes.toString(), '<p>')
  assert.equal(console?.assets.size, 50)
})
