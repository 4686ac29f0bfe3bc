import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import {
  appendFile,
  cp,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { architectures } from '#packaging/architectures.ts'
import { buildPrograms, stageRelease } from '#packaging/stage-release.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { processesOf, routerOf } from '#tests/support/engine/machine.ts'
import { InstalledBerth } from '#tests/support/platform/installed-berth.ts'
import { keepVisiting } from '#tests/support/visitors/visit.ts'

/** One release after the other on the same data, under load, as `activate` does it after apt and after `upgrade`. */
const checkout = join(import.meta.dirname, '../..')
let releases: string
let berth: InstalledBerth
let application: PushedApplication<InstalledBerth>

const newFile = 'newer.txt'

before(async () => {
  releases = await mkdtemp(join(tmpdir(), 'berth-releases-'))
  await buildPrograms(checkout)
  const architecture = architectures.find(({ node }) => node === process.arch)
  const note = { version: '1.0.0', commit: 'a'.repeat(40), date: '2026-01-01T00:00:00.000Z' }
  const release = join(releases, '1.0.0')
  await stageRelease(checkout, {
    release,
    note,
    architecture: architecture ?? assert.fail(),
    documentation: undefined,
  })
  await changed('1.0.0', {
    version: '1.1.0',
    file: 'server/routers/node/main.ts',
    text: '// 1.1\n',
  })
  await changed('1.1.0', { version: '1.2.0', file: 'server/main.ts', text: brokenMain })
  berth = await InstalledBerth.install(release)
  application = await PushedApplication.create(berth, 'web')
  assert.equal((await application.deploy(webServer('first'))).state, 'OK')
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await rm(releases, { recursive: true, force: true })
})

/** Changes the schema, as a migration does, and cannot start afterwards. */
const brokenMain = `
import { DatabaseSync } from 'node:sqlite'
const database = new DatabaseSync(process.env.BERTH_DATA + '/berth.sqlite')
database.exec("insert into migrations values ('9999-of-the-future', 1)")
database.close()
process.exit(2)
`

/** Makes the next release: another version, in which one file is different. */
async function changed(
  from: string,
  { version, file, text }: { version: string; file: string; text: string },
): Promise<void> {
  const release = join(releases, version)
  await cp(join(releases, from), release, { recursive: true, verbatimSymlinks: true })
  for (const name of ['package.json', 'release.json']) {
    const facts = JSON.parse(await readFile(join(release, name), 'utf8'))
    await writeFile(join(release, name), JSON.stringify({ ...facts, version }))
  }
  if (file === 'server/main.ts') {
    // The program that changes versions is a part of the release too, and has to work.
    const main = await readFile(join(release, file), 'utf8')
    await writeFile(
      join(release, file),
      `if (process.argv.length === 2) await import('./broken.ts')\n${main}`,
    )
    await writeFile(join(release, 'server/broken.ts'), text)
  } else await appendFile(join(release, file), text)
  await writeFile(join(release, newFile), version)
}

const running = async () => readlink(join(berth.home, 'current'))

test('upgrade: a newer release takes over router and application, and no visitor notices', async () => {
  const { visitors } = berth.addresses
  const before = { router: routerOf(berth.data), programs: await programs() }
  await using asking = keepVisiting(visitors.http, application.host, 2)
  const { code, stdout, stderr } = await berth.activate(join(releases, '1.1.0'))
  assert.equal(code, 0, stdout + stderr)
  assert.match(stdout, /Starting 1\.1\.0 in place of 1\.0\.0/)
  await berth.connect()
  assert.equal(await running(), 'versions/1.1.0')
  assert.equal((await application.deploy(webServer('second'))).state, 'OK')
  const { failures, bodies } = await asking.stop()
  assert.deepEqual(failures, [])
  assert.deepEqual(bodies, ['first', 'second'])
  assert.deepEqual(berth.addresses.visitors, visitors)
  assert.notEqual(routerOf(berth.data), before.router, 'the router is of the new version')
  const backups = await readdir(join(berth.data, 'backups'))
  assert.deepEqual(backups, ['before-upgrade-from-1.0.0.tar.gz'])
})

test('upgrade: a release that changes the schema and cannot start leaves everything as it was', async () => {
  const before = await programs()
  await using asking = keepVisiting(berth.addresses.visitors.http, application.host, 2)
  const { code, stdout } = await berth.activate(join(releases, '1.2.0'))
  assert.equal(code, 1, stdout)
  assert.match(stdout, /did not start.*going back to 1\.1\.0/)
  assert.equal(await running(), 'versions/1.1.0')
  await berth.connect()
  assert.deepEqual(await programs(), before)
  assert.equal((await application.deploy(webServer('third'))).state, 'OK')
  assert.deepEqual((await asking.stop()).failures, [])
})

test('upgrade: an installed version is gone back to by its name, and unused ones are removed', async () => {
  const server = join(berth.home, 'current/bin/berth-server')
  const { code, stdout, stderr } = await berth.run([server, 'activate', '1.0.0'])
  assert.equal(code, 0, stdout + stderr)
  assert.equal(await running(), 'versions/1.0.0')
  assert.equal(existsSync(join(berth.home, 'versions/1.2.0')), false)
  const missing = await berth.run([server, 'activate', '9.9.9'])
  assert.equal(missing.code, 1)
  assert.match(missing.stdout, /There is no .*9\.9\.9/)
})

async function programs(): Promise<number[]> {
  const all = await berth.client.instances.list(application.record)
  const up = all.find(({ state }) => state === 'UP') ?? assert.fail('there is no instance')
  return processesOf(up.id, 'server.js')
}
