import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { openDebianRepository } from '#tests/support/servers/debian-repository.ts'
import { createSystemToolchain, refreshSystem } from './system-toolchain.ts'

const line = { name: 'python', version: '3.13' }
const day = (text: string) => () => Date.parse(text)

/** A mirror with a system of one package, in this version. */
const openMirror = (version: string) =>
  openDebianRepository(
    'sid',
    { interpreter: { 'usr/bin/python': { copyOf: '/bin/true' } } },
    { interpreter: version },
  )

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'berth-systems-'))
  const versions = async () => (await readdir(join(folder, 'python')).catch(() => [])).sort()
  return {
    folder,
    lists: join(folder, '.apt'),
    versions,
    async [Symbol.asyncDispose]() {
      await runOrThrow(['chmod', '--recursive', 'u+w', folder])
      await rm(folder, { recursive: true })
    },
  }
}

const contentOf = () => ({ suite: 'sid', packages: ['interpreter'] })

test('system toolchain: a line is fetched once, as it is on that day', async () => {
  await using place = await openFolder()
  await using mirror = await openMirror('1')
  const options = { folder: place.folder, contentOf, mirrors: { main: mirror.mirror } }
  const first = createSystemToolchain({ ...options, clock: day('2026-11-19') })
  const [one, other] = await Promise.all([first(line), first(line)])
  assert.equal(one, join(place.folder, 'python/3.13-20261119'))
  assert.equal(other, one)
  const later = createSystemToolchain({ ...options, clock: day('2026-12-01') })
  assert.equal(await later(line), one)
  assert.equal(await later({ ...line, version: '3.13-20251224' }), one, 'the newest stands in')
  assert.deepEqual(await place.versions(), ['3.13-20261119'])
})

test('system refresh: a system is fetched again when its suite has changed, and only then', async () => {
  await using place = await openFolder()
  await using before = await openMirror('1')
  await using after = await openMirror('1.1')
  const { folder, lists } = place
  const refresh = (mirror: string, text: string) =>
    refreshSystem({
      folder,
      lists,
      contentOf,
      tool: line,
      mirrors: { main: mirror },
      clock: day(text),
    })
  assert.equal(await refresh(before.mirror, '2026-11-18'), false, 'nobody has used it')
  const options = { folder, contentOf, mirrors: { main: before.mirror } }
  await createSystemToolchain({ ...options, clock: day('2026-11-19') })(line)
  assert.equal(await refresh(before.mirror, '2026-11-20'), false)
  assert.equal(await refresh(after.mirror, '2026-11-21'), true)
  assert.equal(await refresh(after.mirror, '2026-11-22'), false)
  assert.deepEqual(await place.versions(), ['3.13-20261119', '3.13-20261121'])
  const newest = await createSystemToolchain(options)(line)
  assert.equal(newest, join(folder, 'python/3.13-20261121'))
})

test('system toolchain: a version that no suite has is refused without a download', async () => {
  await using place = await openFolder()
  const provide = createSystemToolchain({ folder: place.folder, retries: 0 })
  await assert.rejects(provide({ ...line, version: '4.0' }), /no such version is offered/)
})
