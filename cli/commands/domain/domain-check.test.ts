import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDomainChecks } from '#platform/hosting/applications/domains/checks/domain-checks.ts'
import { addDomain } from '#platform/hosting/applications/domains/domains.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { newApplication } from '#tests/support/platform/platform.ts'
import { openTypedApi, type TypedApi } from '#tests/support/platform/typed-api.ts'

let api: TypedApi
let application: Application
const records = new Map<string, string[]>()

before(async () => {
  api = await openTypedApi()
  const { platform } = api
  platform.policies.publicAddresses = ['192.0.2.1']
  platform.policies.publicName = 'lb.example.net'
  application = await newApplication(platform, api.account.organisationId)
  await addDomain(platform, application, { host: 'shop.example.org', path: '/' })
})
after(() => api?.[Symbol.asyncDispose]())

/** Runs the command with what the DNS says now. */
async function check(words: string) {
  api.platform.domainChecks = createDomainChecks({
    dns: () => ({ resolve: async (name, type) => records.get(`${name} ${type}`) ?? [] }),
    clock: Date.now,
  })
  return api.type(`domain check ${words} --app ${application.id}`)
}

test('berth domain check: says what to create, as the DNS host of the zone wants it, and exits 1', async () => {
  records.set('example.org NS', ['ns-1-a.gandi.net'])
  const { code, out } = await check('shop.example.org')
  assert.equal(code, 1)
  assert.match(out, /DNS +it has no records/)
  assert.match(out, /create at Gandi, in the zone example\.org:/)
  assert.match(out, /CNAME +shop +lb\.example\.net\. +300/)
  assert.match(out, /certificate +none of its own/)
  const { out: plain } = await check('shop.example.org --dns-host other')
  assert.match(
    plain,
    /create in the zone example\.org:\n.*\n +CNAME +shop\.example\.org +lb\.example\.net/,
  )
  const { out: line } = await check('shop.example.org --dns-host zone-file')
  assert.match(line, /create +shop\.example\.org\. 300 IN CNAME lb\.example\.net\./)
  assert.match((await check('other.example.org')).err, /has no domain other\.example\.org/)
})

test('berth domain check: all domains, as JSON, and 0 once the records are right', async () => {
  records.set('shop.example.org A', ['192.0.2.1'])
  const { code, out } = await check('--format json')
  assert.equal(code, 0, out)
  const checks = JSON.parse(out) as { host: string; dns: { state: string } }[]
  assert.deepEqual(
    checks.map(({ host, dns }) => [host.replace(/^app-.*?\./, ''), dns.state]).sort(),
    [
      ['localhost', 'managed'],
      ['shop.example.org', 'valid'],
    ],
  )
})
