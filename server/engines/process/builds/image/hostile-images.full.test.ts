import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { until } from '#kit/concurrency/timeout.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { sampleStart } from '#tests/support/applications/sample-application.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { buildTestImage } from '#tests/support/images/build-test-image.ts'
import { type OddEntry, oddTar } from '#tests/support/images/tar.ts'
import { type OutsideWorld, openOutsideWorld } from '#tests/support/servers/outside-world.ts'

const program = fileURLToPath(
  new URL('../../../../../tests/support/images/image-registry-main.ts', import.meta.url),
)
const password = 'the pass phrase 51c7'
const megabyte = 1024 * 1024
const zeros: OddEntry = { path: 'zeros', content: Buffer.alloc(600 * megabyte) }

let world: OutsideWorld
let opened: OpenedEngine
let host: string
let privateHost: string
let number = 0

before(async () => {
  const environment = { USER_AND_PASSWORD: `reader:${password}` }
  world = await openOutsideWorld({ args: [program], environment, port: 5000 })
  host = `${world.address.host}:${world.address.port}`
  privateHost = `${world.address.host}:5001`
  opened = await openTestEngine({
    registries: `unqualified-search-registries = ["docker.io"]
[[registry]]
prefix = "docker.io"
location = "${host}"
insecure = true
[[registry]]
location = "${host}"
insecure = true
[[registry]]
location = "${privateHost}"
insecure = true
`,
    buildRoom: { bytes: 300 * megabyte, inodes: 20_000 },
  })
})
after(async () => {
  await using rest = new AsyncDisposableStack()
  rest.use(world)
  rest.use(opened)
})

type Options = Parameters<typeof buildTestImage>[2]

const build = (dockerfile: string, more: Options = {}) => {
  number += 1
  const own = { deploymentId: `deployment_${number}`, applicationId: `app_${number}` } as const
  return buildTestImage(opened.engine, dockerfile, { ...own, applicationNumber: number, ...more })
}

/** The sentence and the advice of a build that fails. */
async function failureOf(dockerfile: string, more: Options = {}): Promise<string> {
  const lines: string[] = []
  try {
    await build(dockerfile, { ...more, onLine: (line) => lines.push(line) })
  } catch (error) {
    assert.ok(error instanceof Failure, (error as Error).stack)
    return [error.message, ...error.advice, ...lines].join('\n')
  }
  return assert.fail(`it was built: ${lines.join('\n')}`)
}

/** What a command in the image prints once it runs there. */
async function printed(dockerfile: string): Promise<string[]> {
  const { artifact, recipe } = await build(dockerfile)
  const id = `instance${number}`
  await opened.engine.start(sampleStart(artifact, id, {}, { recipe }))
  await opened.seen.line(id, 'end')
  await opened.engine.stop(id, 0)
  return opened.seen.linesOf(id)
}

const says = (from: string, script: string) =>
  `FROM ${from}\nCMD ["/bin/sh", "-c", "(${script}) 2>&1; echo end; sleep 1000"]\n`

const isPlanted = () => ['/tmp/berth-planted', '/tmp/berth-planted-too'].some(existsSync)

test('images: a base image comes from the mirror that the operator names, and a private one by login', async () => {
  assert.deepEqual(await printed(says('busybox:1', 'id -u; cat /proc/1/comm')), [
    '0',
    'bwrap',
    'end',
  ])
  const base = `FROM ${privateHost}/private/base:1\nCMD ["/bin/httpd", "-f", "-p", "8080"]\n`
  const login = {
    CC_DOCKER_LOGIN_SERVER: privateHost,
    CC_DOCKER_LOGIN_USERNAME: 'reader',
    CC_DOCKER_LOGIN_PASSWORD: password,
  }
  await build(base, { environment: login })
  const refused = await failureOf(base)
  assert.match(refused, /CC_DOCKER_LOGIN_SERVER/)
  const wrong = { ...login, CC_DOCKER_LOGIN_PASSWORD: 'another pass phrase' }
  assert.doesNotMatch(await failureOf(base, { environment: wrong }), /another pass phrase/)
})

test('images: paths that lead upwards and links in layers reach nothing outside of the image', async () => {
  for (const name of ['upwards', 'links', 'hard-links']) {
    const script = 'cat /shadow; ls -d /tmp /proc/1 /out'
    const seen = await printed(says(`${host}/hostile/${name}:1`, script)).catch(
      (error: unknown) => {
        assert.ok(error instanceof Failure, (error as Error).stack)
        return []
      },
    )
    assert.doesNotMatch(seen.join('\n'), /root:[^x]/)
    assert.equal(isPlanted(), false, name)
  }
})

test('images: set-user-ID bits and devices of an image give nothing', async () => {
  const script = 'stat -c %a /sbin/busybox; /sbin/busybox id -u; ls /disk /memory'
  const dockerfile = says(`${host}/hostile/rights:1`, script).replace('CMD', 'USER web\nCMD')
  const seen = (await printed(dockerfile)).join('\n')
  assert.match(seen, /^755\n1001\n/)
  assert.match(seen, /\/disk: No such file.*\n.*\/memory: No such file/)
})

test('images: an image for another processor is refused by one sentence', async () => {
  assert.match(
    await failureOf(`FROM ${host}/other/processor:1\n`),
    /^The image is for linux\/\w+, and this machine is linux\/\w+: its programs cannot run here\.$/m,
  )
})

/** Pulled by its name instead of built. */
const named = (image: string): Options => ({
  files: { 'berth/image.json': JSON.stringify({ image }) },
})

test('images: a name leads to the image for this processor, and its digest to the same again', async () => {
  const { artifact, recipe, lines } = await build('', named('docker.io/many/processors:1'))
  const digest = artifact.imageDigest ?? ''
  assert.match(digest, /^sha256:[0-9a-f]{64}$/)
  assert.ok(lines.some((line) => line.includes('Trying to pull')))
  assert.equal(recipe.dockerfile?.image?.reference, 'docker.io/many/processors:1')
  const again = await build('', named(`docker.io/many/processors@${digest}`))
  assert.equal(again.artifact.imageDigest, digest)
  assert.match(
    await failureOf('', named('docker.io/many/others:1')),
    /has the image for other processors only/,
  )
})

test('images: layers of an image by reference reach nothing outside of it', async () => {
  for (const name of ['upwards', 'links', 'hard-links', 'rights']) {
    // Buildah refuses some of them.
    await build('', named(`${host}/hostile/${name}:1`)).catch((error: unknown) =>
      assert.ok(error instanceof Failure, (error as Error).stack),
    )
    assert.equal(isPlanted(), false, name)
  }
})

test('images: a bomb, and more files than a build may have, end the build by its disk limit', async () => {
  assert.match(
    await failureOf(`FROM ${host}/hostile/bomb:1\n`),
    /^The build took more room on disk/,
  )
  const many = `FROM busybox:1\nRUN i=0; mkdir /many; while :; do i=$((i + 1)); : > /many/$i; done\n`
  assert.match(await failureOf(many), /^The build made more than the 20000 files/)
})

test('images: ADD of an archive that unpacks to more than a build may have, or to many files, ends by the disk limit', async () => {
  const archives = { 'bomb.tar.gz': gzipSync(oddTar([zeros]), { level: 1 }) }
  const add = 'FROM busybox:1\nADD bomb.tar.gz /bomb\n'
  assert.match(await failureOf(add, { archives }), /^The build took more room on disk/)
  const names = Array.from({ length: 30_000 }, (_, at) => ({ path: `many/${at}` }))
  const many = { 'bomb.tar.gz': gzipSync(oddTar(names), { level: 1 }) }
  assert.match(await failureOf(add, { archives: many }), /^The build made more than the 20000/)
})

test('images: ADD of an archive with paths that lead upwards, links and devices writes nothing outside of the image', async () => {
  const content = 'planted'
  const hostile: OddEntry[] = [
    { path: '../../../../../../../../tmp/berth-planted', content },
    { path: 'out', symlink: '/tmp' },
    { path: 'out/berth-planted-too', content },
    { path: 'disk', device: [8, 0], mode: 0o666 },
  ]
  for (const entry of [hostile, hostile.slice(1), hostile.slice(3)]) {
    const archives = { 'odd.tar.gz': gzipSync(oddTar(entry)) }
    // Buildah refuses some of them.
    await build('FROM busybox:1\nADD odd.tar.gz /\nRUN ls /\n', { archives }).catch(
      (error: unknown) => assert.ok(error instanceof Failure, (error as Error).stack),
    )
    assert.equal(isPlanted(), false)
  }
})

test('images: a Dockerfile that asks for privileges gets none', async () => {
  const mount = 'RUN busybox mount -t proc proc /mnt || busybox mount --bind /etc /bin'
  const devices = 'RUN busybox mknod /disk b 254 0 && cat /disk'
  const insecure = 'RUN --security=insecure id'
  const time = 'RUN busybox date -s 2000-01-01 && busybox hostname other'
  const outside = `RUN ls ${opened.folder} /srv/storage /srv/context /run/berth`
  for (const line of [devices, insecure, time, outside]) {
    assert.match(await failureOf(`FROM busybox:1\n${line}\n`), /exited with \d+/)
  }
  await build(`FROM busybox:1\n${mount} || true\n`)
  assert.equal(existsSync('/etc/passwd'), true)
})

test('images: the network of a build is its own, and not that of the machine', async () => {
  const ask = (option: string) => `FROM busybox:1\nRUN ${option}cat /proc/net/dev\nCMD ["sh"]\n`
  const lines: string[] = []
  await build(ask(''), { onLine: (line) => lines.push(line) })
  const devices = lines.flatMap((line) => /^\s*(\w[\w.-]*):\s+\d/.exec(line)?.[1] ?? [])
  assert.deepEqual(devices.sort(), ['eth0', 'lo'])
  assert.match(await failureOf(ask('--network=host ')), /RUN only supports the --mount flag/)
})

test('images: sessions, scheduled commands and idle instances work in an image without a shell', async () => {
  const { engine, seen } = opened
  const { artifact, recipe } = await build(
    'FROM scratch\nCOPY busybox /tools/busybox\nWORKDIR /srv\nSTOPSIGNAL SIGQUIT\nCMD ["/tools/busybox", "httpd", "-f", "-p", "8080"]\n',
  )
  const instance = await engine.start(sampleStart(artifact, 'bare', {}, { recipe }))
  await until(async () => (await engine.listening('bare')).length > 0, {
    timeout: 60_000,
    what: 'the start of the server',
  })
  const command: [string, ...string[]] = ['/tools/busybox', 'echo', 'from an exec']
  assert.equal(await engine.run(instance, command, AbortSignal.timeout(60_000)), 0)
  await seen.line('bare', 'from an exec')
  const session = await engine.openSession(instance, {
    command: ['/tools/busybox', 'pwd'],
    signal: AbortSignal.timeout(60_000),
  })
  let said = ''
  for await (const piece of session.stdout) said += piece
  assert.equal(said, '/srv\n')
  await engine.stop('bare', 60_000)
  const idle = await engine.startIdle?.(sampleStart(artifact, 'idle', {}, { recipe }))
  assert.ok(idle)
  assert.equal(await engine.isRunning('idle'), true)
  await engine.stop('idle', 0)
})
