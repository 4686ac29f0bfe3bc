import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { listProcesses } from '#kit/process/process-identity.ts'
import type { VisitorRules } from '#platform/model/hosting/visitors/visitor-rules.ts'
import type { AccessLogEntry } from '#platform/model/observability/access-log.ts'
import { endHaproxy, endRouter, notedProcess } from '#routers/control/end-router.ts'
import { tcpContract } from '#routers/tcp.contract.ts'
import { trafficContract } from '#routers/traffic.contract.ts'
import { visitorRulesContract } from '#routers/visitor-rules.contract.ts'
import { startNamed, startWebApplication } from '#tests/support/applications/web-application.ts'
import { authority, haproxyYard } from '#tests/support/visitors/haproxy-yard.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { routerYards } from '#tests/support/visitors/router-yard.ts'
import { visit } from '#tests/support/visitors/visitor.ts'
import { sockets } from './configuration/configuration.ts'
import { openHaproxyRouter } from './haproxy-router.ts'

test('haproxy router: a killed agent is replaced, visitors do not notice, and an end without it ends HAProxy too', async () => {
  await using yard = await haproxyYard()
  const { folder } = yard.options
  await using app = await startNamed('app')
  const { traffic, ports, close } = await yard.open()
  await traffic.switchTo(routeTo([app.address]))
  const [agent, haproxy] = [notedProcess(folder), notedProcess(folder, 'haproxy')]
  process.kill(agent ?? 0, 'SIGKILL')
  assert.equal((await visit(ports.http)).body, 'app')
  await traffic.switchTo(routeTo([]))
  assert.equal((await visit(ports.http)).status, 503)
  assert.notEqual(notedProcess(folder), agent)
  assert.equal(notedProcess(folder, 'haproxy'), haproxy)
  close()
  process.kill(notedProcess(folder) ?? 0, 'SIGKILL')
  assert.equal(await endRouter(folder), true)
  await assert.rejects(visit(ports.http), { code: 'ECONNREFUSED' })
})

test('haproxy router: rules for visitors and their pages change without a reload', async () => {
  await using yard = await haproxyYard()
  await using app = await startNamed('app')
  const { traffic, ports, close } = await yard.open()
  const route = routeTo([app.address])
  await traffic.switchTo(route)
  const workers = new Set<string | undefined>()
  const change = async (rules: VisitorRules, wanted: number) => {
    await traffic.switchTo({ ...route, rules })
    const { status, headers } = await visit(ports.http)
    assert.equal(status, wanted)
    workers.add(String(headers['x-request-id']).split('-')[0])
  }
  const maintenance = { message: 'One.', until: null, allowed: [], bypass: 'ab' }
  const basicAuth = { salt: '01', digests: ['23', '45'] }
  for (const page of ['one', 'two '.repeat(8000)]) {
    await change({ maintenance, pages: { maintenance: page } }, 503)
    await change({ maintenance: { ...maintenance, message: page.slice(0, 100) } }, 503)
    await change(
      { maintenance: { ...maintenance, allowed: ['127.0.0.1', '::/0'] }, basicAuth },
      401,
    )
    await change({ basicAuth: { ...basicAuth, salt: '02' } }, 401)
    await change({}, 200)
  }
  assert.equal(workers.size, 1)
  close()
})

test('haproxy router: it has ended when the workers have, which outlive a master that is loading a configuration', async () => {
  const worker = "trap '' TERM; sleep 0.3"
  const script = `sh -c "${worker}" & echo started; trap exit TERM; while :; do sleep 0.01; done`
  const master = spawn('sh', ['-c', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(master.stdout, 'data')
  const pid = master.pid ?? assert.fail('it did not start')
  await endHaproxy(pid, 300_000)
  assert.deepEqual(
    listProcesses().filter(({ session }) => session === pid),
    [],
  )
})

test('haproxy router: the folder is private, and the log has a line for each request with hostile values escaped', async () => {
  await using yard = await haproxyYard()
  await using app = await startWebApplication((request, response) => request.pipe(response))
  const router = await openHaproxyRouter(yard.options)
  const entries: AccessLogEntry[] = []
  const log = await router.followAccessLog(async (lines) => {
    for (const { line } of lines) if ('requestId' in line) entries.push(line)
  })
  const route = routeTo([app.address])
  await router.switchTo(route)
  const path = '/a/%22"\\{}'
  const { headers } = await visit(router.addresses.http, {
    method: 'POST',
    path: `${path}?token=secret`,
    body: 'four',
  })
  await visit(router.addresses.http, { host: 'nobody.test' })
  await until(() => entries.length === 1, { timeout: 300_000, what: 'the line' })
  await log.close()
  const [entry] = entries
  assert.equal(entry?.applicationId, 'app_one')
  assert.equal(entry?.instanceId, route.upstreams[0]?.instanceId)
  assert.equal(entry?.requestId, headers['x-request-id'])
  assert.deepEqual([entry?.bytesIn, entry?.bytesOut], [4, 4])
  assert.equal(entry?.source.ip, '127.0.0.1')
  assert.equal(entry?.destination.port, router.addresses.http)
  assert.equal(entry?.http?.request.path, path)
  assert.ok(!JSON.stringify(entry).includes('secret'))
  for (const name of await readdir(yard.options.folder, { recursive: true })) {
    const { mode } = await stat(join(yard.options.folder, name))
    assert.equal(mode & 0o077, 0, name)
  }
  await router.stop()
})

test('haproxy router: a process of another user reaches none of the sockets that trust what they are told', async () => {
  await using yard = await haproxyYard()
  await using app = await startNamed('app')
  const { traffic, ports, close } = await yard.open()
  await traffic.switchTo(routeTo([app.address], { hosts: ['one.test'] }))
  const secure = await visit(ports.https, { host: 'one.test', ca: authority.certificate })
  assert.equal(secure.body, 'app')
  const { folder } = yard.options
  // Above the router's folder all may pass, so that only its own permissions count.
  await chmod(join(folder, '..'), 0o755)
  const paths = Object.values(sockets).filter((path) => path !== sockets.folder)
  for (const path of paths) assert.ok((await stat(join(folder, path))).isSocket(), path)
  if (process.getuid?.() === 0) {
    for (const path of paths) {
      const answer = await connectAs(nobody, join(folder, path))
      assert.equal(answer, 'EACCES', path)
    }
  }
  // Abstract sockets have no permissions.
  assert.doesNotMatch(readFileSync(join(folder, 'haproxy.cfg'), 'utf8'), /abns@/)
  close()
})

const nobody = 65_534

/** What a connection that a process of this user attempts ends with. Perl, because that user may not be able to read this checkout. */
async function connectAs(uid: number, path: string): Promise<string> {
  const script = `use IO::Socket::UNIX;
    print IO::Socket::UNIX->new(Peer => $ARGV[0]) ? 'connected' : $!{EACCES} ? 'EACCES' : $!`
  const child = spawn('perl', ['-e', script, path], { uid, gid: uid, cwd: '/' })
  return text(child.stdout)
}

const yards = routerYards(haproxyYard)
trafficContract('haproxy', yards)
visitorRulesContract('haproxy', yards)
tcpContract('haproxy', yards)
