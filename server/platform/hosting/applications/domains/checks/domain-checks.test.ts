import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDnsResolver } from '#outbound/dns-resolver.ts'
import type { DnsResolver } from '#platform/model/hosting/dns-resolver.ts'
import { startDnsServer } from '#tests/support/servers/dns-server.ts'
import { checkLimits, createDomainChecks } from './domain-checks.ts'
import { lookUpHost } from './look-up-host.ts'

const once = { caller: 'user_1', isFresh: false }
const again = { caller: 'user_1', isFresh: true }

/** A resolver that counts, and answers with one address as soon as it may. */
function countingResolver(ready: Promise<void> = Promise.resolve()) {
  const asked: string[] = []
  const resolve: DnsResolver['resolve'] = async (name, type) => {
    asked.push(`${name} ${type}`)
    await ready
    return type === 'A' ? ['192.0.2.1'] : []
  }
  return { asked, resolve, looks: () => asked.filter((each) => each.endsWith(' A')).length }
}

test('domain check: addresses, alias and the zone with its name servers are found', async () => {
  await using server = await startDnsServer()
  const { records } = server
  records.set('a.shop.example.org A', ['192.0.2.2', '192.0.2.1'])
  records.set('a.shop.example.org AAAA', ['2001:db8::1'])
  records.set('shop.example.org NS', ['Anna.ns.cloudflare.com'])
  records.set('example.org NS', ['ns1.example.net'])
  const dns = createDnsResolver({ servers: [server.address] })
  const { lookUp } = createDomainChecks({ dns: () => dns, clock: () => 7 })
  assert.deepEqual(await lookUp('a.shop.example.org', once), {
    a: ['192.0.2.1', '192.0.2.2'],
    aaaa: ['2001:db8::1'],
    cname: [],
    zone: 'shop.example.org',
    nameServers: ['anna.ns.cloudflare.com'],
    unanswered: [],
    checkedAt: 7,
  })
  records.set('www.example.org CNAME', ['lb.example.net'])
  // Through the alias: name servers of its target.
  records.set('www.example.org NS', ['ns.elsewhere.example'])
  const www = await lookUp('www.example.org', once)
  assert.deepEqual([www.cname, www.zone], [['lb.example.net'], 'example.org'])
})

test('domain check: a name server that is silent about a type costs the deadline, and what has come is kept', async () => {
  await using server = await startDnsServer({ isSilent: 'AAAA' })
  server.records.set('example.org A', ['192.0.2.1'])
  const dns = createDnsResolver({ servers: [server.address], timeout: 300_000 })
  const deadline = new AbortController()
  let answers = 0
  const resolve: DnsResolver['resolve'] = async (...question) => {
    const values = await dns.resolve(...question)
    answers += 1
    // All but the one that never comes: addresses, alias and name servers.
    if (answers === 3) setImmediate(() => deadline.abort())
    return values
  }
  const found = await lookUpHost({ resolve }, 'example.org', deadline.signal, () => 7)
  assert.deepEqual([found.a, found.unanswered], [['192.0.2.1'], ['AAAA']])
})

test('domain check: a resolver that ignores the abort does not hold the check', async () => {
  const resolve = () => new Promise<string[]>(() => {})
  const found = await lookUpHost({ resolve }, 'example.org', AbortSignal.abort(), () => 7)
  assert.deepEqual(found.unanswered, ['A', 'AAAA', 'CNAME'])
})

test('domain check: those who ask while a lookup runs share it, and a result is remembered', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  const dns = countingResolver(promise)
  let now = 0
  const { lookUp } = createDomainChecks({ dns: () => dns, clock: () => 7, monotonic: () => now })
  const both = Promise.all([lookUp('example.org', once), lookUp('example.org', again)])
  answer()
  await both
  assert.equal(dns.looks(), 1)
  now = checkLimits.minAge - 1
  await lookUp('example.org', again)
  assert.equal(dns.looks(), 1, 'pressing often looks once')
  now = checkLimits.minAge
  await lookUp('example.org', once)
  assert.equal(dns.looks(), 1)
  await lookUp('example.org', again)
  assert.equal(dns.looks(), 2)
  now += checkLimits.maxAge
  await lookUp('example.org', once)
  assert.equal(dns.looks(), 3)
})

test('domain check: a caller over its limit gets what is remembered or a refusal, others are served', async () => {
  const dns = countingResolver()
  let now = 0
  const { lookUp } = createDomainChecks({ dns: () => dns, clock: () => 7, monotonic: () => now })
  await lookUp('known.example.org', once)
  for (let count = 1; count < checkLimits.burst; count += 1)
    await lookUp(`n${count}.example.org`, once)
  now = checkLimits.maxAge - 20_000 + 1
  await assert.rejects(lookUp('more.example.org', once), { kind: 'limited' })
  await assert.rejects(lookUp('other.example.org', again), /You have checked many domains/)
  const { a } = await lookUp('known.example.org', once)
  assert.deepEqual(a, ['192.0.2.1'])
  await lookUp('more.example.org', { ...once, caller: 'user_2' })
})

test('domain check: lookups at the same time are limited, however many callers there are', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  const dns = countingResolver(promise)
  const { lookUp } = createDomainChecks({ dns: () => dns, clock: () => 7 })
  const { maxConcurrent, maxQueued } = checkLimits
  const all = Array.from({ length: maxConcurrent + maxQueued + 1 }, (_, count) =>
    lookUp(`n${count}.example.org`, { ...once, caller: `user_${count}` }).then(
      () => 'found',
      ({ kind }) => kind as string,
    ),
  )
  const last = await all.at(-1)
  assert.equal(last, 'unavailable')
  assert.ok(dns.looks() <= maxConcurrent)
  answer()
  const outcomes = await Promise.all(all)
  assert.equal(outcomes.filter((each) => each === 'found').length, maxConcurrent + maxQueued)
})
