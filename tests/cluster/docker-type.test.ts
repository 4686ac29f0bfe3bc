import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { ImageHandle } from '#engines/swarm/builds/image-handle.ts'
import { openDocker } from '#engines/swarm/docker-client.ts'
import { openSwarmEngine } from '#engines/swarm/swarm-engine.ts'
import type { Artifact, Engine } from '#platform/deployments/engine.ts'
import { Failure } from '#platform/deployments/failure.ts'
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
import { swarmEngineOptions } from '#tests/support/swarm/swarm-engine.ts'
import { openSwarmLab, type SwarmLab } from '#tests/support/swarm/swarm-lab.ts'

let lab: SwarmLab
let folder: string
let seen: RecordedInstances
let engine: Engine
/** An image with Node, which no registry of the lab has otherwise. */
let below: string

before(async () => {
  lab = await openSwarmLab()
  folder = await mkdtemp(join(tmpdir(), 'berth-swarm-'))
  seen = recordInstances()
  engine = await openSwarmEngine(swarmEngineOptions(lab, folder, seen.watcher))
  const { handle } = await engine.build(sampleBuild({ deploymentId: 'deployment_below' }))
  below = (handle as ImageHandle).image
})
after(async () => {
  await engine?.recover([])
  await engine?.close()
  await lab?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const dockerfile = () => `FROM ${below}
ARG VERSION
ENV VERSION=$VERSION FROM_IMAGE=yes PATH=/opt/node/bin:/usr/bin:/bin
WORKDIR /srv/site
COPY server.mjs commit.txt ./
RUN echo building $VERSION
CMD ["node", "server.mjs"]
`

async function build(
  text: string,
  environment: Record<string, string>,
): Promise<{
  artifact: Artifact
  lines: string[]
  start: (id: string) => ReturnType<Engine['start']>
}> {
  const lines: string[] = []
  const source = sampleSource('3'.repeat(40), { Dockerfile: text })
  const recipe = await createDockerRuntime().recipe(source, environment)
  const artifact = await engine.build(
    sampleBuild({ recipe, source, environment, onLine: (line) => lines.push(line) }),
  )
  return {
    artifact,
    lines,
    start: (id) => engine.start(sampleStart(artifact, id, environment, { recipe })),
  }
}

test('docker: a Dockerfile is built and served, with the arguments that its owner names and no other variables', async () => {
  const environment = {
    CC_DOCKER_BUILD_ARGUMENTS: 'VERSION',
    VERSION: '7',
    PASSWORD: 'never-in-a-layer',
  }
  const { artifact, lines, start } = await build(dockerfile(), environment)
  assert.ok(
    lines.some((line) => line === 'building 7'),
    lines.join('\n'),
  )
  const docker = await openDocker({ host: lab.nodes[0]?.host ?? '' })
  const image = docker.getImage((artifact.handle as ImageHandle).image)
  const facts = JSON.stringify([await image.inspect(), await image.history()])
  assert.doesNotMatch(facts, /never-in-a-layer/)

  const { address } = await start('site')
  const { commit, environment: own } = JSON.parse((await answerOf(address)).text)
  assert.equal(commit, '3'.repeat(40))
  assert.deepEqual(
    [own.VERSION, own.FROM_IMAGE, own.PASSWORD, own.PORT],
    ['7', 'yes', 'never-in-a-layer', '8080'],
  )
  const [socket] = await engine.listening('site')
  assert.equal(socket?.port, 8080)
  await answerOf(address, '/exit/5')
  assert.deepEqual(await seen.exit('site'), { instanceId: 'site', code: 5 })
  await engine.stop('site', 0)
})

test('docker: a step that fails, and an image without a command, fail the build with one sentence', async () => {
  const isFailure = (message: RegExp) => (error: unknown) =>
    error instanceof Failure && error.step === 'build' && message.test(error.message)
  await assert.rejects(
    build(`FROM ${below}\nRUN exit 3\n`, {}),
    isFailure(/^The build of the Dockerfile failed: .*non-zero code: 3$/),
  )
  await assert.rejects(
    build('FROM scratch\nCOPY commit.txt /\n', {}),
    isFailure(/^The image has no command/),
  )
})
