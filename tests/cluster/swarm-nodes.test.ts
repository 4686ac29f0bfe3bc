import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openSwarmEngine } from '#engines/swarm/swarm-engine.ts'
import { until } from '#kit/concurrency/timeout.ts'
import type {
  Artifact,
  Engine,
  StartedInstance,
} from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import {
  sampleBuild,
  sampleSource,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import {
  answerOf,
  isReachable,
  type RecordedInstances,
  recordInstances,
} from '#tests/support/engine/recorded-instances.ts'
import type { LabNode } from '#tests/support/swarm/docker-node.ts'
import { openRefusingRegistry } from '#tests/support/swarm/refusing-registry.ts'
import { swarmEngineOptions } from '#tests/support/swarm/swarm-engine.ts'
import { openSwarmLab, type SwarmLab } from '#tests/support/swarm/swarm-lab.ts'

// The tests follow each other on one swarm, because its nodes die one after the other.
let lab: SwarmLab
let folder: string
let seen: RecordedInstances
let engine: Engine
let artifact: Artifact
const started: StartedInstance[] = []

before(async () => {
  lab = await openSwarmLab(3)
  folder = await mkdtemp(join(tmpdir(), 'berth-swarm-'))
  seen = recordInstances()
  engine = await openSwarmEngine(swarmEngineOptions(lab, folder, seen.watcher))
})
after(async () => {
  await engine?.close()
  await lab?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const nodeOf = ({ address }: StartedInstance): LabNode =>
  lab.nodes.find((node) => node.address === address.host) ?? assert.fail('on no node')
const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Failure, `not a failure: ${error}`)
  return error
}

test('swarm: instances of one application run on several nodes, from one image of the registry', async () => {
  artifact = await engine.build(sampleBuild())
  for (const id of ['one', 'two', 'three'])
    started.push(await engine.start(sampleStart(artifact, id)))
  for (const { address } of started) assert.equal((await answerOf(address)).status, 200)
  assert.equal(new Set(started.map((instance) => nodeOf(instance).name)).size, 3)
})

test('swarm: output, exec and exits reach the server from another node', async () => {
  const far = started.find((instance) => nodeOf(instance) !== lab.nodes[0]) ?? assert.fail()
  await answerOf(far.address, '/say/from%20far%20away')
  await seen.line(far.instanceId, 'from far away')
  const { signal } = new AbortController()
  assert.equal(await engine.run(far, ['sh', '-c', 'echo $((6 * 7)); exit 3'], signal), 3)
  await seen.line(far.instanceId, '42')
  await answerOf(far.address, '/exit/9')
  assert.deepEqual(await seen.exit(far.instanceId), { instanceId: far.instanceId, code: 9 })
  seen.exits.length = 0
  const revived = await engine.revive(far)
  assert.deepEqual(revived.address, far.address)
  await answerOf(revived.address)
})

test('swarm: lines that a node has dropped while no server read them are counted, and none comes twice', async () => {
  const files = { 'server.mjs': printingServer }
  const printing = await engine.build(
    sampleBuild({
      deploymentId: 'deployment_printing',
      source: sampleSource('2'.repeat(40), files),
    }),
  )
  const options = swarmEngineOptions(lab, folder, seen.watcher, { maxLinesPerSecond: 1_000_000 })
  const engineWith = async () => {
    await engine.close()
    engine = await openSwarmEngine(options)
    await engine.recover(started)
  }
  await engineWith()
  const instance = await engine.start(sampleStart(printing, 'printing'))
  started.push(instance)
  const { host, port } = instance.address
  const print = (count: number) =>
    fetch(`http://${host}:${port}/${count}`, { signal: AbortSignal.timeout(300_000) })
  await answerOf(instance.address, '/0')
  await print(3000)
  await seen.line('printing', /^3000 /)
  await until(async () => (await countedLines(folder)).includes(3000), {
    timeout: 300_000,
    what: 'the count of the lines',
  })
  await engine.close()
  await print(60_000)
  engine = await openSwarmEngine(options)
  await engine.recover(started)
  await print(3000)
  await seen.line('printing', /^66000 /)
  const lostLine = await seen.line('printing', /^\d+ lines of output were lost/)
  const read = seen.linesOf('printing').filter((line) => /^\d+ x/.test(line))
  assert.equal(new Set(read).size, read.length, 'none twice')
  const lost = 66_000 - read.length
  assert.ok(lost > 10_000, `${lost} lost`)
  assert.ok(Math.abs(Number.parseInt(lostLine, 10) - lost) < 1000, `${lostLine}; ${lost} were lost`)
  await engine.stop('printing', 0)
  started.pop()
})

/** Prints as many numbered lines of a kilobyte as the path says, then answers. */
const printingServer = `import { createServer } from 'node:http'
let number = 0
createServer((request, response) => {
  const count = Number(request.url.slice(1))
  const lines = Array.from({ length: count }, () => ++number + ' ' + 'x'.repeat(1000) + '\\n')
  process.stdout.write(lines.join(''), () => response.end('printed'))
}).listen(process.env.PORT)
`

/** How many lines of each instance the engine has counted, as its files say. */
async function countedLines(engineFolder: string): Promise<number[]> {
  const place = join(engineFolder, 'positions')
  const texts = (await readdir(place)).map((name) => readFile(join(place, name), 'utf8'))
  return (await Promise.all(texts)).map((text) => Number(text.split(' ')[1]))
}

test('swarm: with the registry down a build fails by name, and what a node has still starts', async () => {
  await lab.registry.stop()
  const more = { deploymentId: 'deployment_two' } as const
  const failure = await failureOf(engine.build(sampleBuild(more)))
  assert.equal(failure.step, 'build')
  assert.match(failure.message, /^The image registry does not answer \(registry-down\)\.$/)
  const fourth = await engine.start(sampleStart(artifact, 'four'))
  await answerOf(fourth.address)
  await engine.stop('four', 0)
  await lab.registry.start()
})

for (const [what, status, message, expected] of [
  ['refuses', 403, 'requested access is denied', /refuses the platform \(registry-refuses\)\.$/],
  ['is full', 507, 'no space left on device', /has no room left \(registry-full\)\.$/],
] as const) {
  test(`swarm: a registry that ${what} fails a build with one sentence`, async () => {
    const bridge = lab.registry.host.replace(/:\d+$/, '')
    await using refusing = await openRefusingRegistry(bridge, status, message)
    const place = await mkdtemp(join(tmpdir(), 'berth-swarm-'))
    const other = await openSwarmEngine(
      swarmEngineOptions(lab, place, seen.watcher, { registry: `http://${refusing.host}` }),
    )
    const failure = await failureOf(other.build(sampleBuild()))
    assert.match(failure.message, expected)
    await other.close()
    await rm(place, { recursive: true })
  })
}

test('swarm: an instance of a node that dies runs on another in less than 60 s, and its end says why', async () => {
  const lost = started.find((instance) => nodeOf(instance) === lab.nodes[2]) ?? assert.fail()
  const died = Date.now()
  await nodeOf(lost).kill()
  const exit = await until(
    () => seen.exits.find(({ instanceId }) => instanceId === lost.instanceId),
    {
      timeout: 300_000,
      what: 'the exit',
    },
  )
  assert.equal(exit.cause, `the node ${lab.nodes[2]?.name} is away`)
  const moved = await engine.revive(lost)
  assert.equal((await answerOf(moved.address)).status, 200)
  assert.notEqual(nodeOf(moved).name, lab.nodes[2]?.name)
  const seconds = (Date.now() - died) / 1000
  console.log(`# an instance moved ${seconds.toFixed(1)} s after the death of its node`)
  assert.ok(seconds < 60, `${seconds} s`)
})

test('swarm: without a quorum of managers a start fails by name, and what runs goes on', async () => {
  await lab.nodes[1]?.kill()
  const here = started.find((instance) => nodeOf(instance) === lab.nodes[0]) ?? assert.fail()
  const failure = await failureOf(engine.start(sampleStart(artifact, 'five')))
  const noLeader = /^The swarm has no leader, .* \(no-quorum\)\.$/
  assert.match(failure.message, noLeader, failure.advice.join('\n'))
  assert.equal(await isReachable(here.address, 60_000), true)
})
