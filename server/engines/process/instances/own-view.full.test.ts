import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Capability } from '#engines/process/capabilities.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { Artifact, StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import { filesSource } from '#tests/source-files.ts'
import {
  sampleBuild,
  sampleRecipe,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { answerOf, ask } from '#tests/support/engine/recorded-instances.ts'

const modes: [string, Capability[]][] = [
  ['over the artifact', []],
  ['with a copy in a sandbox', ['layers']],
  ['as another user only', ['sandbox', 'network', 'limits']],
  ['on a machine that can isolate nothing', ['users', 'sandbox', 'network', 'limits']],
]

/** Lists all its files and, on request, changes them in every way. */
const server = `import * as fs from 'node:fs'
import { createServer } from 'node:http'
const change = () => {
  fs.writeFileSync('written', 'new')
  fs.appendFileSync('appended', ' more')
  fs.rmSync('removed')
  fs.renameSync('folder', 'moved')
  fs.writeFileSync('moved/inside', 'new')
  fs.writeFileSync('added', 'new')
  fs.chmodSync('mode', 0o600)
}
const all = () => Object.fromEntries(fs.readdirSync('.', { recursive: true })
  .filter((path) => path !== 'server.mjs' && fs.statSync(path).isFile())
  .map((path) => [path, fs.readFileSync(path, 'utf8')]))
createServer(({ url }, response) => {
  if (url === '/change') change()
  if (url === '/exit') process.exit(3)
  response.end(JSON.stringify({ files: all(), mode: fs.statSync('mode').mode & 0o777 }))
}).listen(process.env.PORT, () => console.log('listening'))
`
const untouched = {
  written: 'old',
  appended: 'old',
  removed: 'old',
  mode: '',
  'folder/inside': 'old',
}
const changed = {
  written: 'new',
  appended: 'old more',
  added: 'new',
  mode: '',
  'moved/inside': 'new',
}
const source = filesSource({ ...untouched, 'server.mjs': server })
const recipe = { ...sampleRecipe, build: [] }

for (const [mode, without] of modes) {
  describe(`file changes of an instance, ${mode}`, () => {
    test('are private: not visible in the artifact, in another instance or in the next one', async () => {
      await using opened = await openTestEngine({ without })
      const artifact = await opened.engine.build(sampleBuild({ recipe, source }))
      const before = await contentOf(opened, artifact)
      const one = await start(opened, artifact, 'one')
      const other = await start(opened, artifact, 'other')
      assert.deepEqual((await look(one)).files, untouched)
      assert.deepEqual(await look(one, '/change'), { files: changed, mode: 0o600 })
      assert.deepEqual((await look(other)).files, untouched)
      assert.notEqual((await look(other)).mode, 0o600)
      assert.deepEqual((await look(await start(opened, artifact, 'next'))).files, untouched)
      assert.equal(await contentOf(opened, artifact), before)
    })

    test('are visible to execs, in both directions, and survive a crash of the command', async () => {
      await using opened = await openTestEngine({ without })
      const { engine, seen } = opened
      const artifact = await engine.build(sampleBuild({ recipe, source }))
      const one = await start(opened, artifact, 'one')
      await look(one, '/change')
      const signal = AbortSignal.timeout(120_000)
      const beside = ['sh', '-c', 'cat added; rm added; echo x > written'] as [string, ...string[]]
      assert.equal(await engine.run(one, beside, signal), 0)
      assert.ok(seen.linesOf('one').includes('new'))
      const { added: _, ...others } = changed
      const expected = { ...others, written: 'x\n' }
      assert.deepEqual((await look(one)).files, expected)
      await ask(one.address, '/exit')
      assert.equal((await seen.exit('one')).code, 3)
      assert.equal(await engine.run(one, ['test', '-e', 'moved/inside'], signal), 0)
      const revived = await engine.revive(one)
      assert.deepEqual((await look(revived)).files, expected)
    })

    test('stay usable when the artifact is discarded, whose files are deleted with the last instance', async () => {
      await using opened = await openTestEngine({ without })
      const { engine, folder } = opened
      const artifact = await engine.build(sampleBuild({ recipe, source }))
      const one = await start(opened, artifact, 'one')
      const other = await start(opened, artifact, 'other')
      await engine.discard(artifact)
      assert.equal(await engine.holds(artifact), false)
      await assert.rejects(
        engine.start(sampleStart(artifact, 'late', {}, { recipe })),
        /deploy again/,
      )
      for (const instance of [one, other]) assert.deepEqual((await look(instance)).files, untouched)
      await engine.stop('one', 1000)
      assert.deepEqual((await look(other)).files, untouched)
      await engine.stop('other', 1000)
      assert.deepEqual(readdirSync(join(folder, 'artifacts')), [])
      assert.deepEqual(readdirSync(join(folder, 'instances')), [])
    })
  })
}

test('overlay: changes that a crash of the machine may have corrupted are dropped', async () => {
  await using opened = await openTestEngine()
  const { engine, seen, folder } = opened
  const artifact = await engine.build(sampleBuild({ recipe, source }))
  const one = await start(opened, artifact, 'one')
  await look(one, '/change')
  await ask(one.address, '/exit')
  await seen.exit('one')
  const record = join(folder, 'instances/one/instance.json')
  const { over, ...facts } = JSON.parse(await readFile(record, 'utf8'))
  assert.equal(over, artifact.id)
  await writeFile(record, JSON.stringify({ ...facts, over, boot: 'an earlier one' }))
  assert.deepEqual((await look(await engine.revive(one))).files, untouched)
})

test('artifacts: a discarded one whose last instance ended with the machine is deleted at the next start', async () => {
  await using opened = await openTestEngine()
  const { engine, folder } = opened
  const artifact = await engine.build(sampleBuild({ recipe, source }))
  await start(opened, artifact, 'one')
  await engine.discard(artifact)
  assert.deepEqual(readdirSync(join(folder, 'artifacts')), [artifact.id])
  await opened.reopen()
  await opened.engine.recover([])
  assert.deepEqual(readdirSync(join(folder, 'artifacts')), [])
})

function start({ engine }: OpenedEngine, artifact: Artifact, id: string): Promise<StartedInstance> {
  return engine.start(sampleStart(artifact, id, {}, { recipe }))
}

async function look({ address }: StartedInstance, path = '/') {
  const { text } = await answerOf(address, path)
  return JSON.parse(text) as { files: Record<string, string>; mode: number }
}

/** Names, owners, modes, dates and contents of all files of an artifact. */
async function contentOf({ folder }: OpenedEngine, { id }: Artifact): Promise<string> {
  const cwd = join(folder, 'artifacts', id)
  const list = await runOrThrow(['find', '.', '-printf', '%p %U %m %T@ %s\\n'], { cwd })
  const texts = await runOrThrow(['grep', '-r', '', '.'], { cwd })
  return [...list.split('\n').sort(), ...texts.split('\n').sort()].join('\n')
}
