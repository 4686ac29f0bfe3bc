import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { architectures } from '#packaging/architectures.ts'
import { depends } from '#packaging/debian/control.ts'
import { writeDebianPackage } from '#packaging/debian/debian-package.ts'
import { buildDocumentation, buildPrograms, stageRelease } from '#packaging/stage-release.ts'
import { webServer } from '#tests/support/applications/pushed-application.ts'
import { bootDebian, type DebianMachine } from '#tests/support/machines/debian-machine.ts'

/** The package on an empty Debian with systemd and no way to any registry. */
const checkout = join(import.meta.dirname, '../..')
let folder: string
let debs: string[]

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-deb-'))
  await buildPrograms(checkout)
  await buildDocumentation(checkout, documentation())
  debs = [await packageOf('1.0.0'), await packageOf('1.1.0')]
})
after(() => rm(folder, { recursive: true, force: true }))

const documentation = () => join(folder, 'docs')

/** A package of the checkout as this version, not compressed. */
async function packageOf(version: string): Promise<string> {
  const architecture = architectures.find(({ node }) => node === process.arch) ?? assert.fail()
  const scratch = await mkdtemp(join(folder, 'scratch-'))
  const release = join(scratch, 'release')
  const note = { version, commit: version, date: new Date(0).toISOString() }
  await stageRelease(checkout, {
    release,
    note,
    architecture,
    documentation: documentation(),
  })
  // Another router, which takes over from that of the other version.
  await appendFile(join(release, 'server/routers/node/main.ts'), `// ${version}\n`)
  const deb = join(folder, `berth_${version}_${architecture.debian}.deb`)
  const options = { release, version, architecture, date: 0, scratch, level: 'none' } as const
  await writeDebianPackage(deb, options)
  await rm(scratch, { recursive: true })
  return deb
}

const packages = depends.map((each) => each.replace(/ .*$/, '')).filter((name) => name !== 'libc6')
const node = '/usr/lib/berth/current/node_modules/.bin/node'
const project = '/srv/project'

for (const suite of ['bookworm', 'trixie'] as const) {
  test(`Debian package: ${suite} installs it, serves a first deployment, upgrades under load, removes it and keeps the data`, async () => {
    await using machine = await bootDebian(suite, packages)
    const install = ['apt-get', 'install', '--yes', '--no-install-recommends'] as const
    const [first = '', next = ''] = debs
    const said = await machine.type(...install, await machine.bring(first))
    assert.match(said, /Berth runs: http:\/\/127\.0\.0\.1:4000/)
    assert.match(said, /First login: \S+, the password is in \/var\/lib\/berth\/admin\.json/)
    await machine.type('systemctl', 'is-active', 'berth.service', 'berth-applications.service')
    await machine.type('systemctl', 'is-enabled', 'berth.service', 'berth-applications.service')
    assert.match(await machine.type('dpkg', '--verify', 'berth'), /^$/)

    await useFetchedTools(machine)
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

/** Returns the host that it serves. */
async function deployFirst(machine: DebianMachine): Promise<string> {
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
    berth deploy
    berth status`
  const said = await machine.type('sh', '-c', script)
  const [host] = /app-[\w-]+\.localhost/.exec(said) ?? []
  return host ?? assert.fail(said)
}

const visits = 'srv/visits.json'

/** One request after the other, until it is ended. */
async function startVisits(machine: DebianMachine, host: string): Promise<void> {
  const program = `
    const failures = []
    let answers = 0, isOver = false
    process.on('SIGTERM', () => { isOver = true })
    const visit = () => new Promise((resolve) => {
      const options = { host: '127.0.0.1', port: 4080, headers: { host: '${host}' } }
      require('node:http').get(options, (answer) => {
        answers++
        if (answer.statusCode !== 200) failures.push(answer.statusCode)
        answer.resume().on('end', resolve)
      }).on('error', (error) => { failures.push(error.message); resolve() })
    })
    const visitAll = async () => {
      while (!isOver) {
        await visit()
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      require('node:fs').writeFileSync('/${visits}', JSON.stringify({ answers, failures }))
    }
    void visitAll()`
  await writeFile(join(machine.folder, 'srv/visit.cjs'), program)
  await machine.type('systemd-run', '--unit=visits', node, '/srv/visit.cjs')
}

async function endVisits(
  machine: DebianMachine,
): Promise<{ answers: number; failures: unknown[] }> {
  await machine.type('systemctl', 'stop', 'visits')
  return JSON.parse(await readFile(join(machine.folder, visits), 'utf8'))
}

/** Status of an answer to the machine itself. */
async function statusOf(machine: DebianMachine, port: number): Promise<string> {
  const connect = `exec 3<>/dev/tcp/127.0.0.1/${port}`
  const { code } = await machine.run('bash', '-c', connect)
  return code === 0 ? 'something listens' : 'nothing listens'
}
