import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { run } from '#kit/process/subprocess.ts'
import { providePackages } from '#tests/packages.ts'
import { FakeAptGet } from '#tests/support/faults/fake-apt-get.ts'
import { canInstall, installPackages } from './install-packages.ts'
import { missingPackages } from './system-packages.ts'

let folder: string
const owl = { program: 'berth-test-owl', name: 'owl-server', service: 'owl' }

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-packages-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const fakeIn = (name: string, packages: { isFresh?: boolean; error?: string } = {}) => {
  const own = join(folder, name)
  const programs = { [join(own, owl.program)]: '/usr/bin/true' }
  return FakeAptGet.make(own, { programs, ...packages })
}

test('apt-get: a package is installed non-interactively, and its service neither started nor enabled', async () => {
  const fake = await fakeIn('known')
  const lines: string[] = []
  const problem = await installPackages([owl], {
    path: fake.path,
    onLine: (line) => lines.push(line),
  })
  assert.equal(problem, undefined)
  assert.deepEqual(missingPackages([owl], fake.path), [])
  const [install = '', ...after] = await fake.calls()
  assert.match(install, /^apt-get --yes --quiet .*--no-install-recommends install -- owl-server$/)
  assert.deepEqual(after, ['no service starts', 'systemctl disable --quiet owl.service'])
  assert.deepEqual(lines, ['Setting up the packages'])
})

test('apt-get: on a fresh machine the package lists are updated first', async () => {
  const fake = await fakeIn('fresh', { isFresh: true })
  assert.equal(await installPackages([owl], { path: fake.path }), undefined)
  const verbs = (await fake.calls()).map((call) => /update|install|disable|service/.exec(call)?.[0])
  assert.deepEqual(verbs, ['install', 'update', 'install', 'service', 'disable'])
})

test('apt-get: a failure contains the error message of apt-get', async () => {
  const fake = await fakeIn('broken', { error: 'E: Could not get lock' })
  assert.equal(await installPackages([owl], { path: fake.path }), 'E: Could not get lock')
})

test('apt-get: the rest of the machine keeps its service programs', async () => {
  await installPackages([owl], { path: (await fakeIn('apart')).path })
  assert.equal((await run(['cmp', '-s', '/usr/bin/true', '/usr/sbin/invoke-rc.d'])).code, 1)
})

test('apt-get: the tests install their packages in the same way', async () => {
  const fake = await fakeIn('tests')
  assert.equal(canInstall(fake.path), true)
  assert.equal(await providePackages([owl], fake.path), true)
  assert.equal(existsSync(join(fake.folder, owl.program)), true)
})
