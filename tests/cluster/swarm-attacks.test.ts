import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { ImageHandle } from '#engines/swarm/builds/image-handle.ts'
import { openDocker } from '#engines/swarm/docker-client.ts'
import { openSwarmEngine } from '#engines/swarm/swarm-engine.ts'
import type {
  Artifact,
  Engine,
  StartedInstance,
} from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { createDockerRuntime } from '#runtimes/docker/docker-runtime.ts'
import {
  sampleBuild,
  sampleSource,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import {
  type RecordedInstances,
  recordInstances,
} from '#tests/support/engine/recorded-instances.ts'
import { openPublicRegistry, type PublicRegistry } from '#tests/support/swarm/public-registry.ts'
import { swarmEngineOptions } from '#tests/support/swarm/swarm-engine.ts'
import { openSwarmLab, type SwarmLab } from '#tests/support/swarm/swarm-lab.ts'

// A hostile tenant on a swarm of two nodes, beside a victim with an instance on each. Attempts are counted.
let lab: SwarmLab
let registry: PublicRegistry
let folder: string
let seen: RecordedInstances
let engine: Engine
let victimImage: Artifact
const victims: StartedInstance[] = []
let below: string
const attack = join(import.meta.dirname, '../support/swarm/attack.mjs')
const victim = { applicationId: 'app_victim', applicationNumber: 5 } as const
const hostile = { applicationId: 'app_hostile', applicationNumber: 6 } as const

before(async () => {
  lab = await openSwarmLab(2)
  registry = await openPublicRegistry(lab)
  folder = await mkdtemp(join(tmpdir(), 'berth-swarm-'))
  seen = recordInstances()
  const options = swarmEngineOptions(lab, folder, seen.watcher)
  engine = await openSwarmEngine({
    ...options,
    buildRoom: { bytes: 1024 ** 3, inodes: 100_000 },
    hostEnvironment: { proxies: {}, extraCaCerts: registry.certificate },
    // Opened by the operator, so that only the rules about the registry close its port.
    egress: { ...options.egress, allowed: [`${lab.address}/32`] },
  })
  const files = { 'server.mjs': victimServer }
  const source = sampleSource('2'.repeat(40), files)
  victimImage = await engine.build(sampleBuild({ ...victim, source }))
  const { handle } = await engine.build(sampleBuild({ deploymentId: 'deployment_below' }))
  below = await registry.publish((handle as ImageHandle).image, 'library/below')
  for (const id of ['victim-1', 'victim-2']) {
    const environment = { SECRET: 'secret of the victim' }
    victims.push(await engine.start(sampleStart(victimImage, id, environment, victim)))
  }
  const hosts = victims.map(({ address }) => address.host)
  assert.equal(new Set(hosts).size, 2, 'a victim on each node')
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

const victimServer = `import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { networkInterfaces } from 'node:os'
const all = Object.values(networkInterfaces()).flat()
writeFileSync('file', 'secret of the victim')
console.log('ADDRESSES ' + JSON.stringify(all.filter(({ internal, family }) => !internal && family === 'IPv4')))
createServer((request, response) => response.end()).listen(process.env.PORT)
`

interface Outcome {
  attempt: string
  gotThrough: boolean
  said: string
}

/** Addresses and ports that no tenant may reach. */
async function closedTargets(): Promise<string[]> {
  const addresses = lab.nodes.map(({ address }) => address)
  const inside: string[] = []
  for (const { instanceId } of victims) {
    const line = await seen.line(instanceId, /^ADDRESSES /)
    const found: { address: string }[] = JSON.parse(line.slice('ADDRESSES '.length))
    inside.push(...found.map(({ address }) => `${address}:8080`))
  }
  const gateways = ['172.17.0.1', '172.18.0.1', '172.19.0.1']
  return [
    lab.registry.host,
    ...addresses.flatMap((host) => [2375, 2376, 2377, 7946].map((port) => `${host}:${port}`)),
    ...gateways.flatMap((host) => [2377, 7946].map((port) => `${host}:${port}`)),
    ...victims.map(({ address }) => `${address.host}:${address.port}`),
    ...inside,
    ...['169.254.169.254:80', '168.63.129.16:80', '192.168.1.1:443', '10.0.0.1:22'],
  ]
}

const told = (lines: readonly string[]): Outcome[] =>
  lines.filter((line) => line.startsWith('{"attempt"')).map((line) => JSON.parse(line))

function assertNoneThrough(what: string, outcomes: readonly Outcome[], atLeast: number): void {
  assert.deepEqual(
    outcomes.filter(({ gotThrough }) => gotThrough),
    [],
  )
  assert.ok(outcomes.length >= atLeast, `${what}: only ${outcomes.length} attempts`)
  console.log(`# ${what}: ${outcomes.length} attempts, none got through`)
}

test('attacks: an instance reaches neither registry, Docker, nodes, other tenants nor their files and variables', async () => {
  const targets = [...(await closedTargets())]
  const files = { 'server.mjs': await readFile(attack, 'utf8') }
  const source = sampleSource('3'.repeat(40), files)
  const artifact = await engine.build(
    sampleBuild({ ...hostile, source, deploymentId: 'deployment_hostile' }),
  )
  const outcomes: Outcome[] = []
  for (const id of ['hostile-1', 'hostile-2']) {
    const environment = { TARGETS: targets.join(' '), OPEN: registry.host }
    await engine.start(sampleStart(artifact, id, environment, hostile))
    await seen.line(id, 'ATTACKED')
    outcomes.push(...told(seen.linesOf(id)))
  }
  assertNoneThrough('instances', outcomes, 2 * targets.length)
  for (const id of ['hostile-1', 'hostile-2']) await engine.stop(id, 0)
})

async function buildHostile(
  text: string,
  environment: Record<string, string> = {},
): Promise<string[]> {
  const lines: string[] = []
  const source = sampleSource('4'.repeat(40), {
    Dockerfile: text,
    'attack.mjs': await readFile(attack, 'utf8'),
  })
  const recipe = await createDockerRuntime().recipe(source, environment)
  const onLine = (line: string) => void lines.push(line)
  await engine.build(sampleBuild({ ...hostile, recipe, source, environment, onLine }))
  return lines
}

test('attacks: commands of a Dockerfile reach no more, and are nobody outside their build', async () => {
  const targets = await closedTargets()
  const environment = {
    CC_DOCKER_BUILD_ARGUMENTS: 'TARGETS,OPEN',
    TARGETS: targets.join(' '),
    OPEN: registry.host,
  }
  const lines = await buildHostile(
    `# syntax=${lab.registry.host}/berth/app_victim:latest
FROM ${below}
USER 0
ARG TARGETS
ARG OPEN
COPY attack.mjs /attack.mjs
RUN TARGETS="$TARGETS" OPEN="$OPEN" /opt/node/bin/node /attack.mjs
ONBUILD RUN /opt/node/bin/node /attack.mjs
CMD ["true"]
`,
    environment,
  )
  assertNoneThrough('Dockerfile', told(lines), targets.length)
})

test('attacks: options of a Dockerfile give no rights, and no image of another tenant', async () => {
  const image = (victimImage.handle as ImageHandle).image
  const local = image.slice(image.indexOf('/') + 1)
  const [name] = local.split('@')
  const attempts = [
    `FROM ${below}\nRUN --network=host true`,
    `FROM ${below}\nRUN --security=insecure true`,
    `FROM ${below}\nRUN --privileged true`,
    `FROM ${below}\nRUN --mount=type=bind,from=${image},target=/x cat /x/app/server.mjs`,
    `FROM ${below}\nRUN --mount=type=bind,source=/etc,target=/x,from=/ true`,
    `FROM ${image}`,
    `FROM ${local}`,
    `FROM ${name}`,
    `FROM docker-daemon:${name}`,
    `FROM containers-storage:${name}`,
    `FROM ${below}\nCOPY --from=${image} /app /app`,
    `FROM ${below}\nCOPY --from=${name} /app /app`,
    `FROM ${below}\nCOPY ../../../etc/shadow /shadow`,
    `FROM ${below}\nADD http://${lab.registry.host}/v2/_catalog /catalog`,
  ]
  const outcomes: Outcome[] = []
  for (const attempt of attempts) {
    const said = await buildHostile(`${attempt}\nCMD ["true"]\n`).then(
      () => '',
      (error: Error) => error.message,
    )
    if (said) assert.match(said, /^The build of the Dockerfile failed: /)
    outcomes.push({ attempt, said, gotThrough: said === '' })
  }
  assertNoneThrough('options', outcomes, attempts.length)
})

test('attacks: a build that forks, fills memory or fills the disk ends, and the next one is built', async () => {
  const attempts: [string, RegExp][] = [
    ['for i in $(seq 1000); do sleep 300 & done; wait', /^The build of the Dockerfile failed/],
    ['/opt/node/bin/node -e "for (const a = [];;) a.push(Buffer.alloc(1e8, 1))"', /failed/],
    ['while :; do head -c 50000000 /dev/zero > /tmp/$RANDOM$(date +%N); done', /more room on disk/],
  ]
  for (const [command, expected] of attempts) {
    await assert.rejects(
      buildHostile(`FROM ${below}\nUSER 0\nRUN ${command}\nCMD ["true"]\n`),
      (error) => error instanceof Failure && expected.test(error.message),
      command,
    )
  }
  await buildHostile(`FROM ${below}\nRUN echo fine\nCMD ["true"]\n`)
  const docker = await openDocker({ host: lab.nodes[0]?.host ?? '' })
  const left = await docker.listContainers({ all: true, filters: { label: ['berth.kind=build'] } })
  assert.deepEqual(left, [])
  console.log(`# limits: ${attempts.length} attempts, none got through`)
})
