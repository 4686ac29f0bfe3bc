import assert from 'node:assert/strict'
import { mkdtemp, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  type DebianRepository,
  openDebianRepository,
} from '#tests/support/servers/debian-repository.ts'
import { installSystem } from './install-system.ts'

let repository: DebianRepository

before(async () => {
  repository = await openDebianRepository(
    'sid',
    {
      old: { 'bin/old': 'in /bin', 'etc/old.conf': 'one=1' },
      needed: { 'usr/bin/mawk': 'awk', 'usr/share/ca-certificates/mozilla/a.crt': 'AUTHORITY\n' },
      unwanted: { 'usr/bin/unwanted': '' },
    },
    {},
    { old: 'needed' },
  )
})
after(() => repository[Symbol.asyncDispose]())

async function install(packages: string[]) {
  const temporary = await mkdtemp(join(tmpdir(), 'berth-system-'))
  const root = join(temporary, 'root')
  await installSystem(root, {
    suite: 'sid',
    packages,
    temporary: join(temporary, 'work'),
    mirrors: { main: repository.mirror },
    signal: AbortSignal.timeout(120_000),
  }).catch(async (error) => {
    await rm(temporary, { recursive: true })
    throw error
  })
  const read = (path: string) => readFile(join(root, path), 'utf8').catch(() => undefined)
  return { root, read, [Symbol.asyncDispose]: () => rm(temporary, { recursive: true }) }
}

test('Debian system: packages are there with what they depend on, and nothing else', async () => {
  await using system = await install(['old'])
  assert.equal(await system.read('etc/old.conf'), 'one=1')
  assert.equal(await system.read('usr/bin/mawk'), 'awk')
  assert.equal(await system.read('usr/bin/unwanted'), undefined)
})

test('Debian system: programs of older packages in /bin lie in /usr/bin', async () => {
  await using system = await install(['old'])
  assert.equal(await readlink(join(system.root, 'bin')), 'usr/bin')
  assert.equal(await system.read('usr/bin/old'), 'in /bin')
})

test('Debian system: has what scripts of packages would make, without running one', async () => {
  await using system = await install(['needed'])
  assert.equal(await readlink(join(system.root, 'usr/bin/awk')), 'mawk')
  assert.equal(await system.read('etc/ssl/certs/ca-certificates.crt'), 'AUTHORITY\n')
  assert.ok(await system.read('etc/ld.so.cache'))
})

test('Debian system: a package that the suite lacks is named', async () => {
  await assert.rejects(install(['missing']), /the suite sid of Debian has no package missing/)
})
