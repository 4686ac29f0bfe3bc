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

/** The package on an empty Debian with systemd and no way to any registry. */
let releases: MadeReleases
let debs: string[]

before(async () => {
  await provideFirstTools()
  releases = await openReleases()
  debs = [await releases.debianPackage('1.0.0'), await releases.debianPackage('1.1.0')]
})
after(() => releases?.[Symbol.asyncDispose]())

for (const suite of ['bookworm', 'trixie'] as const) {
  test(`Debian package: ${suite} installs it, serves a first deployment, upgrades under load, removes it and keeps the data`, async () => {
    await using machine = await bootDebian(suite, neededPackages)
    const install = ['apt-get', 'install', '--yes', '--no-install-recommends'] as const
    const [first = '', next = ''] = debs
    const said = await machine.type(...install, await machine.bring(first))
    assert.match(said, /Berth runs: http:\/\/127\.0\.0\.1:4000/)
    assert.match(said, /First login: \S+, the password is in \/var\/lib\/berth\/admin\.json/)
    await machine.type('systemctl', 'is-active', 'berth.service', 'berth-applications.service')
    await machine.type('systemctl', 'is-enabled', 'berth.service', 'berth-applications.service')
    assert.match(await machine.type('dpkg', '--verify', 'berth'), /^$/)

    await useFetchedTools(machine)
    for (const path of ['/docs/', '/licences.txt', '/'])
      assert.equal(await answerOf(machine, path), '200', path)
    const host = await deployFirst(machine)
    await startVisits(machine, host)
    const upgraded = await machine.type(...install, await machine.bring(next))
    assert.match(upgraded, /Starting 1\.1\.0 in place of 1\.0\.0/)
    assert.match(upgraded, /Berth runs: /)
    const { answers, failures } = await endVisits(machine)
    assert.ok(answers > 0)
    assert.deepEqual(failures, [])
    assert.equal(await machine.type('readlink', '/usr/lib/berth/current'), 'versions/1.1.0\n')

    await machine.type('apt-get', 'remove', '--yes', 'berth')
    assert.equal(existsSync(join(machine.folder, 'usr/lib/berth')), false)
    assert.equal(existsSync(join(machine.folder, 'var/lib/berth/berth.sqlite')), true)
    const left = await machine.run('systemctl', 'is-active', 'berth.service')
    assert.match(left.stdout, /inactive/)
    assert.equal(await listensOn(machine, 4001), false)
    await machine.type('apt-get', 'purge', '--yes', 'berth')
    assert.equal(existsSync(join(machine.folder, 'etc/berth')), false)
    assert.equal(existsSync(join(machine.folder, 'var/lib/berth/berth.sqlite')), true)
  })
}
