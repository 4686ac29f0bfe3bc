import assert from 'node:assert/strict'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isDiskFull } from '#kit/files/disk-full.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { NotOfferedError } from './fetch-attempt.ts'
import { fetchOnce, installTool, type ToolPlace } from './install-tool.ts'

const tool = { name: 'cat', version: '1' }

async function openPlace(t: TestContext): Promise<ToolPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-tools-'))
  t.after(async () => {
    await runOrThrow(['chmod', '--recursive', 'u+w', '--', folder])
    await rm(folder, { recursive: true })
  })
  return { tool, folder, place: join(folder, 'cat/1') }
}

/** Fills a tree with the program, which prints a word. */
const filling = (word: string) => async (tree: string) => {
  await mkdir(join(tree, 'bin'), { recursive: true })
  await writeFile(join(tree, 'bin/cat'), word)
  await chmod(join(tree, 'bin/cat'), 0o755)
}

const wordAt = (place: string) => readFile(join(place, 'bin/cat'), 'utf8')
const remains = async ({ folder }: ToolPlace) => readdir(join(folder, '.incoming'))

test('install tool: a complete tree is moved to its place and made read-only', async (t) => {
  const place = await openPlace(t)
  await installTool(place, filling('one'))
  assert.equal(await wordAt(place.place), 'one')
  assert.equal((await stat(join(place.place, 'bin/cat'))).mode & 0o777, 0o555)
  assert.deepEqual(await remains(place), [])
})

test('install tool: what fails half way, or has no program, leaves nothing', async (t) => {
  const place = await openPlace(t)
  const halfWay = async (tree: string) => {
    await filling('half')(tree)
    throw new Error('the power went')
  }
  await assert.rejects(installTool(place, halfWay), /the power went/)
  const empty = async (tree: string) => void (await mkdir(tree))
  await assert.rejects(installTool(place, empty), NotOfferedError)
  assert.deepEqual(await readdir(place.folder), ['.incoming'])
  assert.deepEqual(await remains(place), [])
})

test('install tool: what a crash left is removed by a later installation', async (t) => {
  const place = await openPlace(t)
  const left = join(place.folder, '.incoming/tool-old')
  const recent = join(place.folder, '.incoming/tool-new')
  for (const path of [left, recent]) await mkdir(path, { recursive: true })
  const hoursAgo = new Date(Date.now() - 7_200_000)
  await utimes(left, hoursAgo, hoursAgo)
  await installTool(place, filling('one'))
  assert.deepEqual(await remains(place), ['tool-new'], 'another server may be filling it')
})

test('install tool: the remains of a removal are replaced', async (t) => {
  const place = await openPlace(t)
  await mkdir(join(place.place, 'bin'), { recursive: true })
  await writeFile(join(place.place, 'README'), 'a folder without its program')
  await runOrThrow(['chmod', '--recursive', 'a-w', '--', place.place])
  await installTool(place, filling('one'))
  assert.deepEqual(await readdir(place.place), ['bin'])
})

test('install tool: a tree that another server has put there meanwhile stays', async (t) => {
  const place = await openPlace(t)
  await installTool(place, async (tree) => {
    await filling('slow')(tree)
    await installTool(place, filling('quick'))
  })
  assert.equal(await wordAt(place.place), 'quick')
  assert.deepEqual(await remains(place), [])
})

test('fetch once: concurrent requests share one installation, and a kept tool is not installed again', async (t) => {
  const { folder } = await openPlace(t)
  let installed = 0
  const fetch = fetchOnce({
    folder,
    title: () => 'A cat',
    install: (place) => installTool(place, filling(`${++installed}`)),
  })
  const places = await Promise.all([fetch(tool), fetch(tool), fetch({ ...tool, version: '2' })])
  assert.deepEqual(
    places,
    ['cat/1', 'cat/1', 'cat/2'].map((path) => join(folder, path)),
  )
  await fetch(tool)
  assert.equal(installed, 2)
})

test('fetch once: is tried again, then fails with its title and remedy; a later request starts anew', async (t) => {
  const { folder } = await openPlace(t)
  let tries = 0
  const fetch = fetchOnce({
    folder,
    firstWait: 1,
    remedy: 'Feed it.',
    title: ({ version }) => `Cat ${version}`,
    install: async (place) => {
      if (++tries <= 4) throw new Error('it is asleep')
      await installTool(place, filling('awake'))
    },
  })
  const failed = await fetch(tool).catch((error: unknown) => error)
  assert.ok(failed instanceof Failure)
  assert.equal(failed.message, 'Cat 1 could not be fetched: it is asleep.')
  assert.deepEqual([failed.advice, tries], [['Feed it.'], 4])
  assert.equal(await wordAt(await fetch(tool)), 'awake')
})

test('fetch once: what is not offered is not tried again, and a timeout is said plainly', async (t) => {
  const { folder } = await openPlace(t)
  let tries = 0
  const refused = fetchOnce({
    folder,
    title: () => 'A cat',
    install: async () => {
      tries++
      throw new NotOfferedError('there is no such cat')
    },
  })
  await assert.rejects(refused(tool), /there is no such cat/)
  assert.equal(tries, 1)
  const slow = fetchOnce({
    folder,
    firstWait: 1,
    timeout: 20,
    title: () => 'A cat',
    install: (_, signal) => runOrThrow(['sleep', '60'], { signal }).then(() => {}),
  })
  await assert.rejects(slow(tool), /^Failure: A cat could not be fetched: it took too long\.$/)
})

test('fetch once: a failure shows no folders of the operator', async (t) => {
  const { folder } = await openPlace(t)
  const broken = fetchOnce({
    folder,
    firstWait: 1,
    title: () => 'A cat',
    install: () => runOrThrow(['ls', '--', join(folder, 'none')]).then(() => {}),
  })
  const { message } = (await broken(tool).catch((error: unknown) => error)) as Failure
  assert.match(message, /^A cat could not be fetched: ls -- .*none/)
  assert.ok(!message.includes(folder), message)
})

test('fetch once: a full disk is not tried again, and stays recognisable', async (t) => {
  const { folder } = await openPlace(t)
  let tries = 0
  const full = fetchOnce({
    folder,
    firstWait: 1,
    title: () => 'A cat',
    install: async () => {
      tries++
      throw Object.assign(new Error('write'), { code: 'ENOSPC' })
    },
  })
  await assert.rejects(full(tool), isDiskFull)
  assert.equal(tries, 1)
})
