import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import type { ImageHandle } from '#engines/swarm/builds/image-handle.ts'
import { openDocker } from '#engines/swarm/docker-client.ts'
import { openSwarmEngine } from '#engines/swarm/swarm-engine.ts'
import type { Artifact, BuildOrder, Engine } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { createDockerRuntime } from '#runtimes/docker/docker-runtime.ts'
import {
  sampleBuild,
  sampleSource,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import {
  answerOf,
  type RecordedInstances,
  recordInstances,
} from '#tests/support/engine/recorded-instances.ts'
import { openPublicRegistry, type PublicRegistry } from '#tests/support/swarm/public-registry.ts'
import { swarmEngineOptions } from '#tests/support/swarm/swarm-engine.ts'
import { openSwarmLab, type SwarmLab } from '#tests/support/swarm/swarm-lab.ts'

let lab: SwarmLab
let folder: string
let seen: RecordedInstances
let engine: Engine
let registry: PublicRegistry
/** An image with Node in a public registry. */
let below: string

before(async () => {
  lab = await openSwarmLab()
  folder = await mkdtemp(join(tmpdir(), 'berth-swarm-'))
  seen = recordInstances()
  registry = await openPublicRegistry(lab)
  const base = swarmEngineOptions(lab, folder, seen.watcher)
  engine = await openSwarmEngine({
    ...base,
    hostEnvironment: { proxies: {}, extraCaCerts: registry.certificate },
    egress: { ...base.egress, allowed: [`${lab.address}/32`] },
  })
  const { handle } = await engine.build(sampleBuild({ deploymentId: 'deployment_below' }))
  below = await registry.publish((handle as ImageHandle).image, 'library/below')
})
after(async () => {
  // Ended also when the engine cannot clean up because the daemon has died.
  await using rest = new AsyncDisposableStack()
  rest.defer(() => rm(folder, { recursive: true, force: true }))
  rest.use(lab)
  rest.use(registry)
  await engine?.recover([])
  await engine?.close()
})

// Buildah does not wait for what a step printed last, so steps whose output is looked at stay for two seconds.
const dockerfile = () => `FROM ${below}
USER 0
ARG VERSION
ENV VERSION=$VERSION FROM_IMAGE=yes PATH=/opt/node/bin:/usr/bin:/bin
WORKDIR /srv/site
COPY server.mjs commit.txt ./
RUN echo building $VERSION as $(id -u), $(cut -c 12-22 /proc/self/uid_map) && sleep 2
RUN --mount=type=secret,id=TOKEN cp /run/secrets/TOKEN /tmp/token && wc -c < /tmp/token && rm /tmp/token && sleep 2
RUN --mount=type=cache,target=/cache echo $VERSION >> /cache/versions && cp /cache/versions ./versions
RUN --mount=type=tmpfs,target=/scratch --mount=type=bind,source=commit.txt,target=/commit test -s /commit && touch /scratch/file
USER 10001:10001
CMD ["node", "server.mjs"]
`

async function build(
  text: string,
  environment: Record<string, string>,
  more: Partial<BuildOrder> = {},
): Promise<{
  artifact: Artifact
  lines: string[]
  start: (id: string) => ReturnType<Engine['start']>
}> {
  const lines: string[] = []
  const source = sampleSource('3'.repeat(40), { Dockerfile: text })
  const recipe = await createDockerRuntime().recipe(source, environment)
  const artifact = await engine.build(
    sampleBuild({ recipe, source, environment, onLine: (line) => lines.push(line), ...more }),
  )
  return {
    artifact,
    lines,
    start: (id) => engine.start(sampleStart(artifact, id, environment, { recipe })),
  }
}

/** What builds have written to the cache mount, from the image: the output of a step can be lost. */
async function versionsIn({ handle }: Artifact): Promise<string> {
  const docker = await openDocker({ host: lab.nodes[0]?.host ?? '' })
  const container = await docker.createContainer({ Image: (handle as ImageHandle).image })
  try {
    const archive = await buffer(await container.getArchive({ path: '/srv/site/versions' }))
    // A tar of one file: a header of 512 bytes, and the content filled up with zeros.
    return archive.subarray(512).toString().replace(/\0.*/s, '')
  } finally {
    await container.remove()
  }
}

test('docker: a Dockerfile is built and served, with the arguments that its owner names and no other variables', async () => {
  const environment = {
    CC_DOCKER_BUILD_ARGUMENTS: 'VERSION',
    CC_DOCKER_BUILD_SECRETS: 'TOKEN',
    VERSION: '7',
    TOKEN: 'never-in-a-layer-1',
    PASSWORD: 'never-in-a-layer-2',
  }
  const { artifact, lines, start } = await build(dockerfile(), environment)
  const text = lines.join('\n')
  assert.match(text, /^building 7 as 0, +2\d{8} +2\d{8}$/m)
  assert.match(text, /^18$/m)
  assert.equal(await versionsIn(artifact), '7\n')
  const docker = await openDocker({ host: lab.nodes[0]?.host ?? '' })
  const image = docker.getImage((artifact.handle as ImageHandle).image)
  const facts = JSON.stringify([await image.inspect(), await image.history()])
  assert.doesNotMatch(facts, /never-in-a-layer/)

  const { address } = await start('site')
  const { commit, environment: own } = JSON.parse((await answerOf(address)).text)
  assert.equal(commit, '3'.repeat(40))
  assert.deepEqual(
    [own.VERSION, own.FROM_IMAGE, own.PASSWORD, own.PORT],
    ['7', 'yes', 'never-in-a-layer-2', '8080'],
  )
  const [socket] = await engine.listening('site')
  assert.equal(socket?.port, 8080)
  await answerOf(address, '/exit/5')
  assert.deepEqual(await seen.exit('site'), { instanceId: 'site', code: 5 })
  await engine.stop('site', 0)
})

test('docker: the next build of an application has the layers and cache mounts of the one before, another has none', async () => {
  const environment = { CC_DOCKER_BUILD_ARGUMENTS: 'VERSION', CC_DOCKER_BUILD_SECRETS: 'TOKEN' }
  const again = await build(dockerfile(), { ...environment, VERSION: '7', TOKEN: 'x' })
  assert.match(again.lines.join('\n'), /Using cache/)
  const next = await build(dockerfile(), { ...environment, VERSION: '8', TOKEN: 'x' })
  assert.equal(await versionsIn(next.artifact), '7\n8\n')
  const docker = await openDocker({ host: lab.nodes[0]?.host ?? '' })
  const { Config } = await docker.getImage((next.artifact.handle as ImageHandle).image).inspect()
  assert.ok(Config.Env.includes('VERSION=8'), Config.Env.join())
  const other = { applicationId: 'app_other', applicationNumber: 77 } as const
  const fresh = await build(dockerfile(), { ...environment, VERSION: '9', TOKEN: 'x' }, other)
  assert.equal(await versionsIn(fresh.artifact), '9\n')
})

test('docker: a hook before the start, a worker and another command run in the image', async () => {
  const environment = {
    CC_PRE_RUN_HOOK: 'echo prepared > /tmp/prepared',
    CC_WORKER_COMMAND: 'echo working; sleep 1; exit 3',
    CC_RUN_COMMAND: 'cat /tmp/prepared; exec node server.mjs',
    CC_DOCKER_BUILD_ARGUMENTS: 'VERSION',
    CC_DOCKER_BUILD_SECRETS: 'TOKEN',
    VERSION: '8',
    TOKEN: 'x',
  }
  const { start } = await build(dockerfile(), environment)
  const { address } = await start('beside')
  await answerOf(address)
  await seen.line('beside', 'prepared')
  await seen.line('beside', /^The worker "echo working; sleep 1; exit 3" ended with code 3/)
  await engine.stop('beside', 0)
})

test('docker: a step that fails, and an image without a command, fail the build with one sentence', async () => {
  const isFailure = (message: RegExp) => (error: unknown) =>
    error instanceof Failure && error.step === 'build' && message.test(error.message)
  await assert.rejects(
    build(`FROM ${below}\nRUN exit 3\n`, {}),
    isFailure(/^The build of the Dockerfile failed: .*RUN exit 3.*exit status 3$/),
  )
  await assert.rejects(
    build('FROM scratch\nCOPY commit.txt /\n', {}),
    isFailure(/^The image has no command/),
  )
  const recipe = await createDockerRuntime().recipe(
    sampleSource('3'.repeat(40), { 'berth/image.json': '{ "image": "below" }' }),
    {},
  )
  await assert.rejects(
    engine.build(sampleBuild({ recipe })),
    isFailure(/^The engine swarm of this platform takes no images by reference/),
  )
})
