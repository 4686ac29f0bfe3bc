import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { readImage } from '#kit/oci/read-image.ts'
import { webServer } from '#tests/support/applications/pushed-application.ts'
import {
  type DockerMachine,
  deployInside,
  openDockerMachine,
} from '#tests/support/machines/container.ts'
import { provideFirstTools } from '#tests/support/machines/first-deployment.ts'
import { type MadeReleases, openReleases } from '#tests/support/machines/made-releases.ts'

let releases: MadeReleases
let images: string[]
let machine: DockerMachine

before(async () => {
  await provideFirstTools()
  releases = await openReleases()
  images = [await releases.image('1.0.0'), await releases.image('1.1.0')]
  machine = await openDockerMachine()
  for (const image of images) await machine.docker('load', '--input', image)
})
after(async () => {
  await machine?.[Symbol.asyncDispose]()
  await releases?.[Symbol.asyncDispose]()
})

/** What `--privileged` gives, as far as Berth needs it. */
const isolated = [
  ...['--cap-add=SYS_ADMIN', '--cap-add=NET_ADMIN', '--security-opt=seccomp=unconfined'],
  ...['--security-opt=apparmor=unconfined', '--security-opt=systempaths=unconfined'],
  ...['--cgroupns=host', '--volume=/sys/fs/cgroup:/sys/fs/cgroup'],
]

const ports = (api: number, visitors: number) => [
  `--publish=${api}:4000`,
  `--publish=${visitors}:4080`,
]

const awaitAnswer = (url: string, host: string) =>
  until(async () => (await machine.statusOf(url, host)) === '200', {
    timeout: 120_000,
    every: 500,
    what: `an answer of ${host}`,
  })

test('container image: another build of the same Debian has the same bytes, and its layers are what it says', async () => {
  const [first, next] = await Promise.all(images.map(readImage))
  assert.deepEqual([first?.names, next?.names], [['berth:1.0.0'], ['berth:1.1.0']])
  assert.equal(first?.layers[0]?.digest, next?.layers[0]?.digest)
  await using others = await openReleases()
  const again = await readImage(await others.image('1.0.0'))
  assert.deepEqual(again, first)
})

test('container image: without options it says what isolation it lacks, serves, comes back after a stop, and is upgraded', async () => {
  const { address, docker, start, awaitHealthy, statusOf } = machine
  await start('plain', 'berth:1.0.0', ports(4000, 4080))
  const said = await docker('logs', 'plain')
  assert.match(said, /isolated less than they could be/)
  for (const lack of ['files and processes', 'share the network', 'Nothing limits the memory'])
    assert.match(said, new RegExp(`${lack}.*start the container with --privileged`))
  for (const path of ['/health', '/', '/docs/', '/licences.txt'])
    assert.equal(await statusOf(`https://${address}:4000${path}`), '200', path)
  const host = await deployInside(machine, 'plain', webServer('hello'))
  const visitors = `http://${address}:4080/`
  assert.equal(await statusOf(visitors, host), '200')

  await docker('stop', '--time', '120', 'plain')
  assert.match(await docker('logs', 'plain'), /1 instance and the router were stopped\./)
  assert.equal((await docker('inspect', '--format', '{{.State.ExitCode}}', 'plain')).trim(), '0')
  await docker('start', 'plain')
  await awaitHealthy('plain')
  await awaitAnswer(visitors, host)

  await docker('rm', '--force', 'plain')
  await start('plain', 'berth:1.1.0', ports(4000, 4080))
  assert.match(await docker('exec', 'plain', 'berth', '--version'), /^berth 1\.1\.0 /)
  await awaitAnswer(visitors, host)
})

test('container image: with the options for isolation an application runs in a sandbox of its own user', async () => {
  const { address, docker, start, awaitHealthy, statusOf } = machine
  await start('isolated', 'berth:1.0.0', [...isolated, ...ports(5000, 5080)])
  assert.doesNotMatch(await docker('logs', 'isolated'), /isolated less/)
  const host = await deployInside(machine, 'isolated', webServer('hello'))
  const visitors = `http://${address}:5080/`
  assert.equal(await statusOf(visitors, host), '200')
  const processes = await docker('top', 'isolated', '-eo', 'uid,args')
  assert.match(processes, /^ *2\d{5} +node server\.js$/m)
  await docker('stop', '--time', '120', 'isolated')
  await docker('start', 'isolated')
  await awaitHealthy('isolated')
  await awaitAnswer(visitors, host)
})
