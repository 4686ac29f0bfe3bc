import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { FakeAptGet } from '#tests/support/faults/fake-apt-get.ts'
import { provideSystemPackages } from './system-packages.ts'

const owl = { program: 'berth-test-owl', name: 'owl', consequence: 'nobody sees at night' }
const warning =
  'berth-test-owl is not installed, so nobody sees at night: as root, apt-get install --no-install-recommends owl'

async function provide(t: TestContext, installPackages: boolean, error = '') {
  const folder = await mkdtemp(join(tmpdir(), 'berth-start-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const programs = { [join(folder, owl.program)]: '/usr/bin/true' }
  const fake = await FakeAptGet.make(folder, { programs, error })
  const said: string[] = []
  await provideSystemPackages(
    {
      installPackages,
      engine: 'process',
      machine: { path: fake.path, proxies: {} },
    },
    (sentence) => said.push(sentence),
    [owl],
  )
  return { said, calls: await fake.calls() }
}

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
