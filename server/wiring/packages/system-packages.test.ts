import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { FakeAptGet } from '#tests/support/faults/fake-apt-get.ts'
import { fileServerInstaller, provideSystemPackages } from './system-packages.ts'

const owl = { program: 'berth-test-owl', name: 'owl', consequence: 'nobody sees at night' }
const warning =
  'berth-test-owl is not installed, so nobody sees at night: as root, apt-get install --no-install-recommends owl'

async function openMachine(t: TestContext, installPackages: boolean, error: string) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-start-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const programs = { [join(folder, owl.program)]: '/usr/bin/true' }
  const fake = await FakeAptGet.make(folder, { programs, error })
  const machine = { path: fake.path, proxies: {} }
  return { fake, settings: { installPackages, engine: 'process', machine } as const }
}

async function provide(t: TestContext, installPackages: boolean, error = '', needed = owl) {
  const { fake, settings } = await openMachine(t, installPackages, error)
  const said: string[] = []
  await provideSystemPackages(settings, (sentence) => said.push(sentence), [needed])
  return { said, calls: await fake.calls() }
}

const later = { ...owl, isLater: true as const }

test('system packages: a start leaves alone what is installed later, and warns where nothing will be', async (t) => {
  assert.deepEqual(await provide(t, true, '', later), { said: [], calls: [] })
  assert.deepEqual(await provide(t, false, '', later), { said: [warning], calls: [] })
})

test('file server: is installed by the first transfer, once for those at the same time', async (t) => {
  const { fake, settings } = await openMachine(t, true, '')
  const said: string[] = []
  const install = fileServerInstaller(settings, (line) => void said.push(line), owl)
  await Promise.all([install(), install()])
  await install()
  assert.deepEqual(said, ['installed owl'])
  const installs = (await fake.calls()).filter((call) => /install -- owl$/.test(call))
  assert.equal(installs.length, 1)
})

test('file server: a failure is not repeated by each transfer, and nothing is tried where that is forbidden', async (t) => {
  const failing = await openMachine(t, true, 'E: Could not resolve the mirror')
  const said: string[] = []
  const install = fileServerInstaller(failing.settings, (line) => void said.push(line), owl)
  await install()
  const attempts = (await failing.fake.calls()).length
  await install()
  assert.equal((await failing.fake.calls()).length, attempts)
  assert.deepEqual(said, ['owl could not be installed: E: Could not resolve the mirror'])
  const forbidden = await openMachine(t, false, '')
  await fileServerInstaller(forbidden.settings, () => {}, owl)()
  assert.deepEqual(await forbidden.fake.calls(), [])
})

test('system packages: a start installs missing ones, and logs it', async (t) => {
  const { said, calls } = await provide(t, true)
  assert.match(calls[0] ?? '', /^apt-get .*install -- owl$/)
  assert.deepEqual(said, [
    'Installing owl with apt-get (BERTH_INSTALL_PACKAGES=off prevents this).',
    'Installed owl.',
  ])
})

test('system packages: a start that may not install continues with a warning', async (t) => {
  const { said, calls } = await provide(t, false)
  assert.deepEqual(calls, [])
  assert.deepEqual(said, [warning])
})

test('system packages: a failed installation is logged, and the start continues with a warning', async (t) => {
  const { said } = await provide(t, true, 'E: Could not resolve the mirror')
  assert.deepEqual(said.slice(1), ['That failed: E: Could not resolve the mirror', warning])
})
