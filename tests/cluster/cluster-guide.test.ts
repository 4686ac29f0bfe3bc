import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import {
  type GuideApplication,
  openGuideApplication,
} from '#tests/support/machines/guide-application.ts'
import { type GuideStep, isSetUp, stepsOf } from '#tests/support/machines/guide-steps.ts'
import type { Machine } from '#tests/support/machines/machine.ts'
import { openThreeMachines, type ThreeMachines } from '#tests/support/machines/three-machines.ts'
import {
  type EdgeVisits,
  keepVisitingEdges,
  visitEdge,
} from '#tests/support/visitors/keep-visiting-edges.ts'

// The guide is typed from top to bottom on three machines; then each of its parts is lost under visits, and comes back.
const guide = 'docs/operating/cluster.md'
const timeout = 900_000
const visitorCount = 4
let lab: ThreeMachines
let application: GuideApplication
/** Deployments so far. */
let count = 1

before(async () => {
  lab = await openThreeMachines()
})
after(() => lab?.[Symbol.asyncDispose]())
afterEach(async (context) => {
  if (lab && 'passed' in context && !context.passed) console.log(await lab.lastLines())
})

const edges = () => [lab.machines.one.address, lab.machines.two.address]
const visitors = () => keepVisitingEdges(edges(), application.host, visitorCount)
const healthy = (address: string, path: string) =>
  until(() => answers(`${path.replace('ADDRESS', address)}`), {
    timeout,
    every: 500,
    what: `${path} of ${address}`,
  })
const answers = async (url: string) =>
  (await lab.machines.three.run(`curl --silent --fail --insecure --max-time 20 ${url}`)).code === 0
const serverIsHealthy = (address: string) => healthy(address, 'https://ADDRESS:4000/health')
const edgeIsReady = (address: string) => healthy(address, 'http://ADDRESS:4011/')

/** Says what visitors saw, beside the results. */
function tell(what: string, { answers, failures, moved }: EdgeVisits): void {
  const other = moved > 0 ? `, ${moved} went to the other edge` : ''
  console.log(`# ${what}: ${answers} visits, ${failures.length} failed${other}`)
}

/** A new version, deployed; both edges serve it. */
async function deployed(version: string): Promise<void> {
  await application.commit(version)
  const { code, stdout, stderr } = await application.deploy()
  count += 1
  assert.equal(code, 0, `${stdout}${stderr}`)
  for (const address of edges()) await servesVersion(address, version)
}

const servesVersion = (address: string, version: string) =>
  until(
    async () => {
      const { body } = await visitEdge(address, application.host).catch(() => ({ body: '' }))
      return body.includes(`version ${version}.`)
    },
    { timeout, every: 100, what: `version ${version} at ${address}` },
  )

async function type({ machines, script }: GuideStep): Promise<void> {
  for (const name of machines) await lab.machines[name].type(lab.addressed(script))
}

for (const step of stepsOf(guide).filter(isSetUp)) {
  test(`guide for three machines: ${step.part} (line ${step.line})`, () => type(step))
}

test('three machines: another version replaces the first at both edges, and no visit fails', async () => {
  application = await openGuideApplication(lab.machines.one)
  await using visiting = visitors()
  await deployed('2')
  const seen = await visiting.stop()
  tell('rolling deployment', seen)
  assert.deepEqual(seen.failures.slice(0, 10), [])
  assert.ok(seen.bodies.some((body) => body.includes('version 2')))
})

test('three machines: without a server the other one takes over its applications and the edges, and no visit fails', async () => {
  const { one, two } = lab.machines
  await using visiting = visitors()
  for (const [lost, left, version] of [
    [one, two, 'by-two'],
    [two, one, '3'],
  ] as const) {
    await lost.kill('berth')
    await logIn(left)
    await until(application.isChangeable, {
      timeout,
      every: 1000,
      what: `the takeover by ${left.name}`,
    })
    await deployed(version)
    await lost.type('systemctl start berth')
    await serverIsHealthy(lost.address)
  }
  const seen = await visiting.stop()
  tell('each server killed in turn', seen)
  assert.deepEqual(seen.failures.slice(0, 10), [])
})

/** Logs the CLI on the first machine in at a server. */
async function logIn(server: Machine): Promise<void> {
  const { one } = lab.machines
  const folder = `/root/server-${server.name}`
  await one.type(`mkdir -p ${folder}\ncp /srv/berth/admin.json /srv/berth/ca.pem ${folder}`)
  await server.type(`scp /srv/berth/addresses.json ${one.address}:${folder}/addresses.json`)
  await one.type(`/opt/berth/bin/berth login --local --data ${folder}`)
}

test('three machines: without an edge visitors use the other; requests under way are all that is lost', async () => {
  const { two } = lab.machines
  await using visiting = visitors()
  await two.kill('berth-edge')
  await two.killBelow('/srv/berth-edge')
  await until(async () => !(await answers(`http://${two.address}/`)), {
    timeout,
    every: 100,
    what: 'the end of the edge',
  })
  await two.type('systemctl start berth-edge')
  await edgeIsReady(two.address)
  await servesVersion(two.address, '3')
  const seen = await visiting.stop()
  tell('an edge killed with its HAProxy', seen)
  assert.ok(seen.failures.length <= visitorCount, seen.failures.join('\n'))
})

test('three machines: without the registry a deployment fails in one sentence, and the next one after its return succeeds', async () => {
  const { three } = lab.machines
  await using visiting = visitors()
  await three.kill('docker-registry')
  await application.commit('4')
  const { code, stdout, stderr } = await application.deploy()
  count += 1
  assert.notEqual(code, 0)
  assert.match(`${stdout}${stderr}`, /The image registry does not answer \(registry-down\)/)
  await three.type('systemctl start docker-registry')
  await deployed('5')
  const seen = await visiting.stop()
  tell('the registry killed', seen)
  assert.deepEqual(seen.failures.slice(0, 10), [])
})

test('three machines: without the object store a push is refused, and the same push after its return succeeds', async () => {
  const { three } = lab.machines
  await using visiting = visitors()
  await three.kill('versitygw')
  await application.commit('6')
  const refused = await application.push()
  assert.notEqual(refused.code, 0)
  assert.match(refused.stderr, /The repository is not available: /)
  await three.type('systemctl start versitygw')
  await healthy(three.address, 'http://ADDRESS:7070/health')
  const accepted = await application.push()
  assert.equal(accepted.code, 0, accepted.stderr)
  count += 1
  const states = await application.ended(count)
  assert.equal(states.at(-1), 'OK')
  for (const address of edges()) await servesVersion(address, '6')
  const seen = await visiting.stop()
  tell('the object store killed', seen)
  assert.deepEqual(seen.failures.slice(0, 10), [])
})

test('three machines: PostgreSQL restarted in the middle of a deployment, which ends well and once', async () => {
  const { three } = lab.machines
  await using visiting = visitors()
  await application.commit('7')
  const pushed = await application.push()
  assert.equal(pushed.code, 0, pushed.stderr)
  await three.type('systemctl restart postgresql')
  count += 1
  const states = await application.ended(count)
  assert.deepEqual([states.length, states.at(-1)], [count, 'OK'])
  for (const address of edges()) await servesVersion(address, '7')
  const seen = await visiting.stop()
  tell('PostgreSQL restarted', seen)
  assert.deepEqual(seen.failures.slice(0, 10), [])
})

test('three machines: without a node its instance is served elsewhere, and the node comes back', async () => {
  const { two, three } = lab.machines
  // Two instances are on two of three nodes.
  const lost = (await instancesOn(two)) > 0 ? two : three
  assert.ok((await instancesOn(lost)) > 0)
  await using visiting = visitors()
  await lost.killNode()
  await until(async () => /\bDown\b/.test(await nodes()), {
    timeout,
    every: 500,
    what: 'a lost node',
  })
  await using later = visitors()
  await lost.type('systemctl start docker')
  await until(async () => !/\bDown\b/.test(await nodes()), {
    timeout,
    every: 500,
    what: 'the node',
  })
  await deployed('8')
  const seen = await visiting.stop()
  tell('a node killed', seen)
  assert.deepEqual((await later.stop()).failures, [], 'after the swarm has noticed')
})

test('three machines: a node and an edge are taken away as the guide says, and visitors use what is left', async () => {
  const { one, two } = lab.machines
  await using visiting = visitors()
  for (const step of stepsOf(guide).filter((each) => !isSetUp(each))) await type(step)
  await serverIsHealthy(one.address)
  await until(async () => !(await answers(`http://${two.address}/`)), {
    timeout,
    every: 100,
    what: 'the end of the edge',
  })
  await application.commit('9')
  const { code, stdout, stderr } = await application.deploy()
  assert.equal(code, 0, `${stdout}${stderr}`)
  await servesVersion(one.address, '9')
  const seen = await visiting.stop()
  tell('a node drained and an edge taken away', seen)
  assert.ok(seen.failures.length <= visitorCount, seen.failures.join('\n'))
})

const nodes = () => lab.machines.one.type("docker node ls --format '{{.Status}}'")
const instancesOn = async ({ name }: Machine): Promise<number> => {
  const running = `docker node ps ${name} --filter desired-state=running --quiet`
  return (await lab.machines.one.type(running)).split('\n').filter(Boolean).length
}
