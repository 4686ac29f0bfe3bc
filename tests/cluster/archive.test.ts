import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bootDebian } from '#tests/support/machines/debian-machine.ts'
import {
  answerOf,
  deployFirst,
  endVisits,
  listensOn,
  provideFirstTools,
  startVisits,
  useFetchedTools,
} from '#tests/support/machines/first-deployment.ts'
import {
  type MadeReleases,
  neededPackages,
  openReleases,
} from '#tests/support/machines/made-releases.ts'

let releases: MadeReleases
let archives: string[]

before(async () => {
  await provideFirstTools()
  releases = await openReleases()
  archives = [await releases.archive('1.0.0'), await releases.archive('1.1.0')]
})
after(() => releases?.[Symbol.asyncDispose]())

test('archive: ./install makes a service of it, berth-server upgrade takes over under load, uninstall leaves the data alone', async () => {
  await using machine = await bootDebian('trixie', neededPackages)
  await machine.type('apt-get', 'install', '--yes', '--no-install-recommends', ...neededPackages)
  const [first = '', next = ''] = archives
  await machine.type('tar', '--extract', '--file', await machine.bring(first), '-C', '/opt')
  const said = await machine.type('sh', '-c', '/opt/berth-1.0.0-linux-*/install')
  assert.match(said, /Berth runs: http:\/\/127\.0\.0\.1:4000/)
  await machine.type('systemctl', 'is-enabled', 'berth.service', 'berth-applications.service')
  // What runs is a copy, which nobody but root can change.
  await machine.type('sh', '-c', 'rm -rf /opt/berth-1.0.0-linux-*')

  await useFetchedTools(machine)
  assert.equal(await answerOf(machine, '/docs/'), '200')
  const host = await deployFirst(machine)
  await startVisits(machine, host)
  const upgraded = await machine.type('berth-server', 'upgrade', await machine.bring(next))
  assert.match(upgraded, /Starting 1\.1\.0 in place of 1\.0\.0/)
  const { answers, failures } = await endVisits(machine)
  assert.ok(answers > 0)
  assert.deepEqual(failures, [])
  const home = '/usr/local/lib/berth'
  assert.equal(await machine.type('readlink', `${home}/current`), 'versions/1.1.0\n')
  assert.match(await machine.type('berth', '--version'), /^berth 1\.1\.0 /)
  assert.equal(await machine.type('ls', home), 'current\nversions\n')

  assert.match(await machine.type('berth-server', 'uninstall'), /Berth is gone/)
  const gone = ['lib/berth', 'bin/berth', 'sbin/berth-server'].map((path) => `usr/local/${path}`)
  for (const path of [...gone, 'var/cache/berth', 'etc/systemd/system/berth.service'])
    assert.equal(existsSync(join(machine.folder, path)), false, path)
  assert.equal(existsSync(join(machine.folder, 'var/lib/berth/berth.sqlite')), true)
  assert.equal(existsSync(join(machine.folder, 'etc/berth/berth.conf')), true)
  for (const port of [4000, 4080]) assert.equal(await listensOn(machine, port), false)
})
