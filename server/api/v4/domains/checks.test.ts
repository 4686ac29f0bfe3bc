import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { createDomainChecks } from '#platform/hosting/applications/domains/checks/domain-checks.ts'
import { addDomain } from '#platform/hosting/applications/domains/domains.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { newApplication } from '#tests/support/platform/platform.ts'

let api: TestApi
let client: Client
let application: Application
const records = new Map<string, string[]>([
  ['www.example.org A', ['198.51.100.1']],
  ['example.org NS', ['ns11.ovh.net']],
])

before(async () => {
  api = await openTestApi()
  client = createClient({ api: api.url, credentials: api.account })
  const { platform } = api
  platform.policies.publicAddresses = ['192.0.2.1']
  platform.policies.publicName = 'lb.example.net'
  platform.domainChecks = createDomainChecks({
    dns: () => ({ resolve: async (name, type) => records.get(`${name} ${type}`) ?? [] }),
    clock: () => Date.parse('2026-11-16T12:00:00Z'),
  })
  application = await newApplication(platform, api.account.organisationId)
  await addDomain(platform, application, { host: 'www.example.org', path: '/' })
})
after(async () => {
  client?.close()
  await api?.[Symbol.asyncDispose]()
})

test('domain check: says what is found, what is expected, who serves the zone, and how the certificate is', async () => {
  const [shown] = (await client.domains.list(application)).filter(({ fqdn }) =>
    fqdn.startsWith('www.'),
  )
  const checked = await client.domains.check(application, shown?.fqdn ?? assert.fail())
  assert.deepEqual(checked, {
    fqdn: shown?.fqdn,
    host: 'www.example.org',
    zone: 'example.org',
    dns: {
      state: 'invalid',
      host: 'ovh',
      nameServers: ['ns11.ovh.net'],
      found: { a: ['198.51.100.1'], aaaa: [], cname: [] },
      expected: { a: ['192.0.2.1'], cname: 'lb.example.net' },
      missing: ['192.0.2.1'],
      wrong: [{ type: 'A', value: '198.51.100.1' }],
      unanswered: [],
      checkedAt: '2026-11-16T12:00:00.000Z',
    },
    certificate: { state: 'none' },
  })
  assert.deepEqual(await client.domains.lastCheck(application, 'www.example.org'), checked)
  await assert.rejects(client.domains.check(application, 'other.example.org'), { status: 404 })
  await assert.rejects(client.domains.check(application, 'not a domain'), { status: 400 })
})
