import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { lastingPort } from '#kit/net/free-port.ts'
import { PushedApplication, startedByNode } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import type { Project } from '#tests/support/projects/project.ts'
import { type DnsServer, startDnsServer } from '#tests/support/servers/dns-server.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** Domains of a deployed application with the stock client and with the CLI, as its visitors see them. */
let berth: TestBerth
let dns: DnsServer
let project: Project
let application: PushedApplication['record']
/** The only public port that the operator offers. */
let tcpPort: number

before(async () => {
  dns = await startDnsServer()
  tcpPort = await lastingPort({ from: 30_000, to: 32_000 })
  berth = await TestBerth.lease({ BERTH_TCP_PORTS: `${tcpPort}-${tcpPort}` })
  const web = await PushedApplication.create(berth, 'web', 'hello')
  await berth.client.environment.replace(web.record, startedByNode)
  const deployment = await web.deploy({ 'server.js': server })
  assert.equal(deployment.state, 'OK')
  application = web.record
  project = web.project
  // The DNS questions of both tools stay on this machine.
  const preload = new URL('../support/servers/dns-preload.mjs', import.meta.url).href
  Object.assign(project.env, { NODE_OPTIONS: `--import=${preload}`, TEST_DNS_SERVER: dns.address })
  await ok(clever('link', application.id))
})
after(async () => {
  await project?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
  await dns?.[Symbol.asyncDispose]()
})

/** Answers visitors over HTTP, and echoes what comes over TCP. */
const server = `
import { createServer } from 'node:http'
import net from 'node:net'
net.createServer((socket) => socket.pipe(socket)).listen(4040, '0.0.0.0', () =>
  createServer((request, response) => response.end('hello')).listen(process.env.PORT, '0.0.0.0'))
`

/**
 * What comes back from the public TCP port; nothing when nobody listens there. The router's standby closes its copy of the
 * listening socket a moment later, so that a connection may be reset instead of refused.
 */
async function echoed(text: string): Promise<string | undefined> {
  const socket = connect(tcpPort, '127.0.0.1').setEncoding('utf8').setTimeout(120_000)
  socket.once('timeout', () => socket.destroy(new Error('no echo')))
  try {
    await once(socket, 'connect')
    socket.end(text)
    let answer = ''
    for await (const piece of socket) answer += piece
    return answer
  } catch (error) {
    assert.match((error as NodeJS.ErrnoException).code ?? '', /^ECONN(REFUSED|RESET)$/)
    return undefined
  }
}

const clever = (...words: string[]) => project.clever(...words, '--no-update-notifier')
async function ok(ran: ReturnType<Project['berth']>): Promise<string> {
  const { code, output, stdout } = await ran
  assert.equal(code, 0, output)
  return stdout
}
const status = async (host: string, path = '/') =>
  (await visit(berth.addresses.visitors.http, host, { path })).status
/** A domain as the API shows it. */
const shown = (host: string, path = '/') =>
  `${host}:${new URL(berth.addresses.visitors.https).port}${path}`
const ownHost = () => `${application.id.replace('_', '-')}.localhost`

test('domains: with the stock client, visitors reach a domain once it is added, and no longer once it is removed', async () => {
  assert.equal(await status('shop.example.org'), 404)
  await ok(clever('domain', 'add', 'Shop.Example.org'))
  await ok(clever('domain', 'add', 'paths.example.org/api'))
  await ok(clever('domain', 'add', '*.wild.localhost'))
  assert.equal(await status('shop.example.org'), 200)
  assert.equal(await status('SHOP.example.org.'), 200)
  assert.equal(await status('paths.example.org', '/api/x?y'), 200)
  assert.equal(await status('paths.example.org', '/apis'), 404)
  assert.equal(await status('any.wild.localhost'), 200)
  assert.equal(await status('wild.localhost'), 404)

  const listed = await ok(clever('domain'))
  for (const fqdn of [shown('shop.example.org'), shown('paths.example.org', '/api')]) {
    assert.ok(listed.includes(fqdn), listed)
  }
  await ok(clever('domain', 'favourite', 'set', shown('shop.example.org')))
  assert.match(await ok(clever('domain', 'favourite')), /^shop\.example\.org/)
  assert.match(await ok(clever('domain')), /^\* shop\.example\.org/m)
  await ok(clever('domain', 'favourite', 'unset'))
  assert.match(await ok(clever('domain', 'favourite')), /No favourite domain set/)
  const overview = await ok(clever('domain', 'overview', '--filter', 'example.org'))
  assert.match(overview, /paths\.example\.org[\s\S]*\/api[\s\S]*shop\.example\.org/)

  await ok(clever('domain', 'rm', shown('shop.example.org')))
  await ok(clever('domain', 'rm', 'paths.example.org/api'))
  await ok(clever('domain', 'rm', '*.wild.localhost'))
  assert.equal(await status('shop.example.org'), 404)
  assert.equal(await status('paths.example.org', '/api'), 404)
  assert.equal(await status('any.wild.localhost'), 404)
  const again = await clever('domain', 'rm', 'shop.example.org')
  assert.match(again.output, /no domain shop\.example\.org\//)
  assert.match((await clever('domain', 'add', 'co.uk')).output, /is invalid/)
})

test('domains: with the CLI the same, and a path of a host leads to another application', async () => {
  const type = (...words: string[]) => ok(project.type(...words))
  const other = await berth.client.ask<{ id: string; ownerId: string }>({
    method: 'POST',
    path: `/v2/organisations/${application.ownerId}/applications`,
    body: { name: 'other', instanceType: 'node', zone: 'par' },
  })
  await type('domain', 'add', 'shop.localhost')
  await type('domain', 'add', 'shop.localhost/other', '--app', other.id)
  assert.equal(await status('shop.localhost'), 200)
  assert.equal(await status('shop.localhost', '/others'), 200)
  assert.equal(await status('shop.localhost', '/other/x'), 503)
  await type('domain', 'favourite', 'set', 'shop.localhost')
  assert.equal(await type('domain'), `  ${shown(ownHost())}\n* ${shown('shop.localhost')}\n`)
  const json = JSON.parse(await type('domain', '--format', 'json'))
  assert.deepEqual(json[1], {
    domainWithPathPrefix: shown('shop.localhost'),
    hostname: 'shop.localhost',
    pathPrefix: '/',
    isWildcard: false,
    isFavourite: true,
  })
  assert.match(await type('open', '--print'), /^http:\/\/shop\.localhost:/)
  assert.match(
    await type('domain', 'overview', '--filter', '/other'),
    /^shop\.localhost\S+ +other /,
  )
  await type('domain', 'favourite', 'unset')
  await type('domain', 'rm', 'shop.localhost')
  assert.equal(await status('shop.localhost'), 404)
  await berth.client.applications.delete(other)
  assert.equal(await status('shop.localhost', '/other'), 404)
})

test('domains: diag of both tools compares the DNS with the addresses of the platform', async () => {
  await ok(clever('domain', 'add', 'shop.example.org'))
  const diag = () => clever('domain', 'diag', '--filter', 'shop.example.org', '--format', 'json')
  const without = await diag()
  assert.notEqual(without.code, 0)
  assert.equal(JSON.parse(without.stdout)[0].diagSummary, 'no-config')
  const ours = await project.berth('domain', 'diag', '--filter', 'shop.example.org')
  assert.equal(ours.code, 1, ours.output)
  assert.match(
    ours.stdout,
    /it has no DNS records\n {2}create {2}shop\.example\.org {2}A {6}127\.0\.0\.1\n/,
  )

  dns.records.set('shop.example.org A', ['127.0.0.1'])
  assert.equal(JSON.parse(await ok(diag()))[0].diagSummary, 'valid')
  assert.match(await ok(project.berth('domain', 'diag')), /its DNS records are right/)
  assert.ok(dns.asked.includes('shop.example.org A'), 'the tools ask the name server of the test')
  await ok(clever('domain', 'rm', 'shop.example.org'))
})

test('domains: while they are added and removed, no request of a visitor fails', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  let isOver = false
  const statuses = new Map<number, number>()
  const visitor = async () => {
    while (!isOver) {
      const { status } = await visit(berth.addresses.visitors.http, ownHost(), { agent })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const visitors = [visitor(), visitor()]
  const { domains } = berth.client
  for (let round = 0; round < 10; round += 1) {
    const host = `n${round}.example.org`
    await domains.add(application, host)
    assert.equal(await status(host), 200)
    await domains.remove(application, host)
    assert.equal(await status(host), 404)
  }
  isOver = true
  await Promise.all(visitors)
  agent.destroy()
  assert.deepEqual([...statuses.keys()], [200])
})

test('TCP redirections: both tools open a public port of the operator, and close it', async () => {
  assert.match(await ok(clever('tcp-redirs', 'list-namespaces')), /- default/)
  assert.match(await ok(clever('tcp-redirs')), /No active TCP redirection/)
  const added = await ok(clever('tcp-redirs', 'add', '--namespace', 'default'))
  assert.match(added, new RegExp(`tcp redirection on port: ${tcpPort}\n`))
  assert.match(await ok(clever('tcp-redirs')), new RegExp(`${tcpPort} on default`))
  assert.equal(await ok(project.type('tcp-redirs')), `${tcpPort} on default\n`)
  assert.equal(await echoed('hello over TCP'), 'hello over TCP')
  const more = await project.type('tcp-redirs', 'add')
  assert.match(more.output, /No port from \d+ to \d+ is free/)
  await ok(clever('tcp-redirs', 'remove', String(tcpPort), '--namespace', 'default'))
  assert.equal(await echoed('nobody'), undefined)
  assert.equal(await ok(project.type('tcp-redirs', 'add')), `Port ${tcpPort} leads to web.\n`)
  await ok(project.type('tcp-redirs', 'remove', String(tcpPort)))
  assert.match(await ok(project.type('tcp-redirs')), /^No TCP redirections/)
  assert.equal(await ok(project.type('tcp-redirs', 'list-namespaces')), 'default\ncleverapps\n')
})
