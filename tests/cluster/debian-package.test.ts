import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { architectures } from '#packaging/architectures.ts'
import { depends } from '#packaging/debian/control.ts'
import { makeArtifacts } from '#packaging/make-artifacts.ts'
import { webServer } from '#tests/support/applications/pushed-application.ts'
import { bootDebian, type DebianMachine } from '#tests/support/machines/debian-machine.ts'

/** The package on an empty Debian with systemd and no way to any registry. */
const checkout = join(import.meta.dirname, '../..')
let folder: string
let deb: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-deb-'))
  const only = architectures.filter(({ node }) => node === process.arch)
  const made = await makeArtifacts({ checkout, folder, only, level: 0, say: () => {} })
  deb = made.find(({ file }) => file.endsWith('.deb'))?.file ?? assert.fail('there is no package')
})
after(() => rm(folder, { recursive: true, force: true }))

const packages = depends.map((each) => each.replace(/ .*$/, '')).filter((name) => name !== 'libc6')
const node = '/usr/lib/berth/current/node_modules/.bin/node'
const project = '/srv/project'

for (const suite of ['bookworm', 'trixie'] as const) {
  test(`Debian package: ${suite} installs it, serves a first deployment, removes it and keeps the data`, async () => {
    await using machine = await bootDebian(suite, packages)
    const install = ['apt-get', 'install', '--yes', '--no-install-recommends'] as const
    const said = await machine.type(...install, await machine.bring(deb))
    assert.match(said, /Berth runs: http:\/\/127\.0\.0\.1:4000/)
    assert.match(said, /First login: \S+, the password is in \/var\/lib\/berth\/admin\.json/)
    await machine.type('systemctl', 'is-active', 'berth.service', 'berth-applications.service')
    await machine.type('systemctl', 'is-enabled', 'berth.service', 'berth-applications.service')
    assert.match(await machine.type('dpkg', '--verify', 'berth'), /^$/)

    await useFetchedTools(machine)
    await deployFirst(machine)

    await machine.type('apt-get', 'remove', '--yes', 'berth')
    assert.equal(existsSync(join(machine.folder, 'usr/lib/berth')), false)
    assert.equal(existsSync(join(machine.folder, 'var/lib/berth/berth.sqlite')), true)
    const left = await machine.run('systemctl', 'is-active', 'berth.service')
    assert.match(left.stdout, /inactive/)
    assert.equal(await statusOf(machine, 4001), 'nothing listens')
    await machine.type('apt-get', 'purge', '--yes', 'berth')
    assert.equal(existsSync(join(machine.folder, 'etc/berth')), false)
    assert.equal(existsSync(join(machine.folder, 'var/lib/berth/berth.sqlite')), true)
  })
}

/** Instead of a registry: what the tests have fetched. */
async function useFetchedTools(machine: DebianMachine): Promise<void> {
  const settings = join(machine.folder, 'etc/berth/berth.conf')
  await appendFile(settings, 'BERTH_TOOLCHAINS=/srv/toolchains\n')
  await machine.type('systemctl', 'restart', 'berth')
  await machine.type('sh', '-c', awaitHealth)
}

const awaitHealth = `for try in $(seq 300); do
  ${node} -e 'fetch("http://127.0.0.1:4000/health").then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))' && exit 0
  sleep 1
done; exit 1`

async function deployFirst(machine: DebianMachine): Promise<void> {
  const place = join(machine.folder, project)
  await mkdir(place, { recursive: true })
  for (const [name, text] of Object.entries(webServer('hello')))
    await writeFile(join(place, name), text)
  const script = `set -e
    cd ${project}
    git init --quiet --initial-branch=master
    git add --all
    git -c user.name=a -c user.email=a@x.test commit --quiet --message first
    berth login --local --data /var/lib/berth
    berth create --type node web --region par
    berth deploy`
  await machine.type('sh', '-c', script)
  assert.match(await machine.type('sh', '-c', `cd ${project} && berth status`), /running/i)
}

/** Status of an answer to the machine itself. */
async function statusOf(machine: DebianMachine, port: number): Promise<string> {
  const connect = `exec 3<>/dev/tcp/127.0.0.1/${port}`
  const { code } = await machine.run('bash', '-c', connect)
  return code === 0 ? 'something listens' : 'nothing listens'
}
