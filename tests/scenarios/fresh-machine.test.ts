import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/deadline.ts'
import { TestBerth } from '#tests/fixtures/berth.ts'
import { FakeAptGet } from '#tests/fixtures/fake-apt-get.ts'

/** In a mount namespace of its own, a file that cannot be executed lies over the first argument. */
const withoutProgram = `mount --bind "$2" "$1" || exit 1
shift 2
exec "$@"
`

/** The last line of what a start prints. */
const announced = (berth: TestBerth) =>
  until(() => berth.output.includes('Ctrl-C ends everything'), {
    ...{ deadline: 10_000, what: 'the announcement' },
  })

test('npm start on a machine without bubblewrap installs it, and then isolates applications', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-fresh-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const [cover, real, script] = [join(folder, 'cover'), join(folder, 'bwrap'), join(folder, 'run')]
  await copyFile('/usr/bin/bwrap', real)
  await writeFile(cover, '', { mode: 0o644 })
  await writeFile(script, withoutProgram)
  const fake = await FakeAptGet.make(join(folder, 'bin'), { programs: { [cover]: real } })
  const prefix = ['unshare', '--mount', '--', '/bin/sh', script, '/usr/bin/bwrap', cover]
  await using berth = await TestBerth.start(
    { PATH: fake.path, BERTH_INSTALL_PACKAGES: 'on' },
    async () => {},
    prefix,
  )
  await announced(berth)
  assert.match(berth.output, /Installing bubblewrap with apt-get/)
  assert.match((await fake.calls())[0] ?? '', /^apt-get .*install -- bubblewrap$/)
  assert.doesNotMatch(berth.output, /see the files and processes of this machine/)
})

test('npm start that may not install goes on with the warning', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-fresh-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const [cover, script] = [join(folder, 'cover'), join(folder, 'run')]
  await writeFile(cover, '', { mode: 0o644 })
  await writeFile(script, withoutProgram)
  const fake = await FakeAptGet.make(join(folder, 'bin'), { programs: {} })
  const prefix = ['unshare', '--mount', '--', '/bin/sh', script, '/usr/bin/bwrap', cover]
  await using berth = await TestBerth.start({ PATH: fake.path }, async () => {}, prefix)
  await announced(berth)
  assert.deepEqual(await fake.calls(), [])
  assert.match(berth.output, /see the files and processes of this machine.*apt-get install/)
})
