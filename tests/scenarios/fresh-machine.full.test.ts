import assert from 'node:assert/strict'
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { FakeAptGet } from '#tests/support/faults/fake-apt-get.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** In a new mount namespace, bind-mounts each second argument over the first, up to `--`, and runs the rest. */
const withoutPrograms = `while [ "$1" != -- ]; do
  mount --bind "$2" "$1" || exit 1
  shift 2
done
shift
exec "$@"
`

/** A machine with bubblewrap and PostgreSQL hidden, and a fake apt-get that reveals them. */
async function freshMachine(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-fresh-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const at = (name: string) => join(folder, name)
  await copyFile('/usr/bin/bwrap', at('bwrap'))
  await cp('/usr/lib/postgresql', at('packed'), { recursive: true })
  await mkdir(at('postgresql'))
  for (const name of [folder, at('postgresql'), at('packed')]) await chmod(name, 0o755)
  await writeFile(at('covered'), '', { mode: 0o644 })
  await writeFile(at('run'), withoutPrograms)
  const [version = ''] = await readdir(at('packed'))
  const fake = await FakeAptGet.make(at('bin'), {
    programs: { [at('covered')]: at('bwrap') },
    folders: {
      postgresql: { from: at(`packed/${version}`), to: at(`postgresql/${version}`) },
    },
  })
  const prefix = [
    ...['unshare', '--mount', '--', '/bin/sh', at('run'), '/usr/bin/bwrap', at('covered')],
    ...['/usr/lib/postgresql', at('postgresql'), '--'],
  ]
  return { fake, prefix }
}

async function logOf(berth: TestBerth, addonId: string): Promise<string> {
  const folder = join(berth.data, 'logs', addonId)
  const files = await readdir(folder).catch(() => [])
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('')
}

/** Last line that a start prints. */
const announced = (berth: TestBerth) =>
  until(() => berth.output.includes('Ctrl-C ends everything'), {
    timeout: 300_000,
    what: 'the announcement',
  })

test('fresh machine: the start installs the sandbox packages, the first order the database server', async (t) => {
  const { fake, prefix } = await freshMachine(t)
  const settings = { PATH: fake.path, BERTH_INSTALL_PACKAGES: 'on' }
  await using berth = await TestBerth.start(settings, async () => {}, prefix)
  await announced(berth)
  assert.match(berth.output, /Installing bubblewrap with apt-get/)
  const [first = ''] = await fake.calls()
  assert.match(first, /^apt-get .*install -- bubblewrap$/)
  assert.doesNotMatch(berth.output, /see the files and processes of this machine/)

  const { id } = await berth.client.addons.order(berth.admin.organisationId, {
    name: 'db',
    providerId: 'postgresql-addon',
    plan: 'dev',
    region: 'par',
  })
  const calls = await fake.calls()
  assert.ok(
    calls.some((call) => / install -- postgresql$/.test(call)),
    calls.join('\n'),
  )
  assert.equal(calls.at(-1), 'systemctl disable --quiet postgresql.service')
  await until(async () => (await logOf(berth, id)).includes('is installed'), {
    timeout: 300_000,
    what: 'the log of the add-on',
  })
  const log = await logOf(berth, id)
  assert.match(log, /installing postgresql with apt-get/)
  assert.match(log, /Setting up the packages/)
})

test('fresh machine: a start that may not install continues with a warning', async (t) => {
  const { fake, prefix } = await freshMachine(t)
  await using berth = await TestBerth.start({ PATH: fake.path }, async () => {}, prefix)
  await announced(berth)
  assert.deepEqual(await fake.calls(), [])
  assert.match(berth.output, /see the files and processes of this machine.*apt-get install/)
})
