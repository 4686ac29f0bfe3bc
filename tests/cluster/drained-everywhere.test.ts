import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { runBerth } from '#tests/support/applications/cli-deployments.ts'
import { openEdgeMachine } from '#tests/support/machines/edge-machine.ts'
import { Project } from '#tests/support/projects/project.ts'
import { openServerPair } from '#tests/support/swarm/server-pair.ts'
import { keepVisiting, visit } from '#tests/support/visitors/visit.ts'

const timeout = 400_000
/** Longer than from the start of an instance to the switch. */
const streamed = 60_000

/** Answers with its version, and at `/stream` with a line every quarter of a second. */
const server = `import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
const version = readFileSync('version.txt', 'utf8')
createServer((request, answer) => {
  if (request.url !== '/stream') return answer.end(version)
  const timer = setInterval(() => answer.write(version + '\\n'), 250)
  setTimeout(() => { clearInterval(timer); answer.end('end of ' + version) }, ${streamed})
}).listen(8080)
`

async function openStream(visitors: string, host: string) {
  const { hostname, port } = new URL(visitors)
  const asking = request({ hostname, port, path: '/stream', headers: { host }, agent: false })
  asking.end()
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  const stream = { isOver: false, body: text(response) }
  void stream.body
    .catch(() => {})
    .finally(() => {
      stream.isOver = true
    })
  return stream
}

test('two servers and an edge of the other: live means live at all of them, streams outlive the switch, and a lost commander cuts no visit', async () => {
  await using edge = await openEdgeMachine('edge')
  const { key, host: edgeHost, port } = edge.address
  await using pair = await openServerPair({
    BERTH_ROUTER_EDGES: `https://edge:${key}@${edgeHost}:${port}`,
    BERTH_DRAIN_TIMEOUT: '120s',
    BERTH_PROBATION: '0s',
  })
  // The first server commands the edge, the other is the home.
  const { one, other: home } = pair
  await edge.untilReady()
  await using project = await Project.create(home, 'hello', 'hello')
  const ok = (...args: string[]) => runBerth(project, ...args)
  await ok('login', '--local', '--data', home.data)
  await ok(
    'create',
    '--type',
    'node',
    'hello',
    '--region',
    'par',
    '--org',
    home.admin.organisationId,
  )
  const { output } = await ok('open', '--print')
  const host = new URL(output.trim().split('\n').at(-1) ?? '').hostname
  const places = [one.addresses.visitors.http, home.addresses.visitors.http, edge.visitors]

  const push = async (version: string) => {
    await project.write({ 'server.js': server, 'version.txt': version })
    await project.commit(`Version ${version}`)
    const [id] = await pair.ask('select "id" from applications')
    const { addresses, admin } = home
    const remote = `${addresses.git.https.replace('//', `//${admin.token}:${admin.secret}@`)}/${id?.id}.git`
    await project.git('-c', 'http.sslVerify=false', 'push', remote, 'master')
  }
  const isIn = (number: number, ...states: string[]) =>
    until(
      async () => {
        const found = await pair.ask(`select "state" from deployments where "number" = ${number}`)
        const state = String(found[0]?.state)
        assert.ok(!['failed', 'cancelled'].includes(state), home.output.slice(-2000))
        return states.includes(state)
      },
      { timeout, every: 20, what: `a deployment that is ${states}` },
    )
  const versions = () => Promise.all(places.map(async (place) => (await visit(place, host)).body))

  await push('1')
  await isIn(1, 'live')
  assert.deepEqual(await versions(), ['1', '1', '1'])
  const [holder] = await pair.ask(`select "holder" from claims where "name" = 'edges'`)
  const [living] = await pair.ask(`select "serverId" from homes where "name" like 'app_%'`)
  assert.notEqual(holder?.holder, living?.serverId)

  const oneInstance = () =>
    until(async () => (await pair.ask('select 1 from instances')).length === 1, {
      timeout,
      every: 100,
      what: 'the end of the old instance',
    })
  const visitors = places.map((place) => keepVisiting(place, host))
  await push('2')
  await isIn(2, 'starting', 'checking', 'switching', 'probation')
  // None at the home, which would wait for its own.
  const streams = await Promise.all(
    [one.addresses.visitors.http, edge.visitors].map((place) => openStream(place, host)),
  )
  await isIn(2, 'live')
  assert.deepEqual(await versions(), ['2', '2', '2'])
  assert.ok(streams.every(({ isOver }) => !isOver))
  for (const { body } of streams) {
    const lines = (await body).trim().split('\n')
    assert.equal(lines.at(-1), 'end of 1')
    assert.deepEqual([...new Set(lines.slice(0, -1))], ['1'])
  }
  await oneInstance()
  for (const each of visitors) assert.deepEqual((await each.stop()).failures.slice(0, 10), [])

  const remaining = [home.addresses.visitors.http, edge.visitors]
  const later = remaining.map((place) => keepVisiting(place, host))
  await one.signal('SIGKILL')
  await push('3')
  await isIn(3, 'live')
  await oneInstance()
  for (const place of remaining) assert.equal((await visit(place, host)).body, '3')
  for (const each of later) assert.deepEqual((await each.stop()).failures.slice(0, 10), [])
})
