import type { TestContext } from 'node:test'
import { signOn } from '#platform/marketplace/providers/calls/sign-on.ts'
import type { UserId } from '#platform/model/ids.ts'
import { ownOwner } from '#platform/model/marketplace/provider.ts'
import type { Insights } from '#protocol/databases/insights.ts'
import type { ProviderDefinition } from '#providers/kit/definition.ts'
import { defineProvider } from '#providers/kit/http/provider-server.ts'
import { memoryLedger } from '#providers/kit/resources/ledger.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { somebody } from '#tests/support/people/people.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'
import { resource } from './backed-up-addon.ts'

/** What a customer can call a table, an application or a column. */
export const hostile = `<script>alert(1)</script>"'&\u202e`
export const insights: Insights = {
  version: '15.6',
  uptimeSeconds: 3 * 86_400,
  usage: {
    diskBytes: 90 * 1024 ** 2,
    maxDiskBytes: 100 * 1024 ** 2,
    connections: 2,
    maxConnections: 10,
    memoryBytes: undefined,
    maxMemoryBytes: undefined,
  },
  connections: [
    { id: '42', application: hostile, address: '10.0.0.1', state: 'idle', seconds: 65 },
    { id: '43', application: '', address: '', state: hostile, seconds: undefined },
  ],
  tables: [{ name: hostile, bytes: 5_000, rows: 12_345 }],
  statements: [
    { text: `select '${hostile}' ${'x'.repeat(5_000)}`, calls: 3, mean: 1_500, total: 4_500 },
  ],
}

/** A dashboard at a running provider of the platform, a developer of its owner, and what the provider was asked. */
export async function openDashboard<Api extends TestApi>(
  t: TestContext,
  api: Api,
  definition: Partial<ProviderDefinition> = {},
) {
  t.after(() => api[Symbol.asyncDispose]())
  const { platform } = api
  const { store } = platform
  const ownerId = api.account.organisationId
  const { provider, plan } = await addOffer(store, { ownerId: ownOwner })
  const { manifest } = provider
  const at = { base_url: 'http://localhost/r', sso_url: 'http://localhost/s' }
  const asked: string[] = []
  const service = defineProvider({
    manifest: { ...manifest, api: { ...manifest.api, production: at, test: at } },
    provision: () => ({ config: {} }),
    deprovision: () => {},
    ledger: memoryLedger([{ ...resource, ownerId }]),
    insights: {
      read: async () => insights,
      resetStatements: async () => void asked.push('reset'),
      async endConnection(_, id) {
        asked.push(`end ${id}`)
        return id === '42'
      },
    },
    backups: {
      list: async () => [
        {
          id: 'b1',
          date: '2026-01-31T09:30:00.000Z',
          status: 'success',
          size: 2_048,
          kind: 'scheduled',
        },
      ],
      async make() {
        asked.push('back-up')
        return { id: 'b2', date: '2026-01-31T09:31:00.000Z', status: 'running', size: 0 }
      },
      open: async () => undefined,
    },
    ...definition,
  })
  const { port } = await service.listen(0)
  t.after(() => service.close())
  const urls = { base_url: `http://127.0.0.1:${port}/r`, sso_url: `http://127.0.0.1:${port}/s` }
  const found = { ...manifest, api: { ...manifest.api, production: urls, test: urls } }
  await store.providers.change(provider.id, { manifest: found, stage: 'RELEASE' })
  const addon = await addAddon(store, provider, plan, {
    ownerId,
    state: 'ready',
    realId: 'r-1',
    config: { PIGEON_URL: 'a-secret-value' },
  })
  const person = await somebody(api, { role: 'DEVELOPER', organisationId: ownerId })
  const visitor = new PageVisitor(api.url)
  const path = `/addons/dashboard/${addon.id}`
  const formFor = async (id: UserId) => {
    const { url, fields } = await signOn(platform, addon, { id, email: 'ada@x.test' })
    return { panel: new URL(url).pathname, fields: { ...fields } as Record<string, string> }
  }
  const enter = async (by: PageVisitor, id: UserId) => {
    const { panel, fields } = await formFor(id)
    return by.post(panel, fields)
  }
  return { api, platform, store, addon, person, visitor, path, asked, formFor, enter }
}
