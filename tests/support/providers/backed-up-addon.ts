import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { CopyContext } from '#platform/marketplace/addons/backups/sync-copies.ts'
import type { ProviderOwnerId } from '#platform/model/ids.ts'
import type { Addon, ProvidedAddon } from '#platform/model/marketplace/addon.ts'
import { ownOwner } from '#platform/model/marketplace/provider.ts'
import type { ObjectStore } from '#platform/model/object-store.ts'
import { keepBackups } from '#providers/kit/backups/keep-backups.ts'
import { defineProvider } from '#providers/kit/http/provider-server.ts'
import { memoryLedger } from '#providers/kit/resources/ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'

/** What the tests need of an object store. */
export interface OpenedObjects extends AsyncDisposable {
  objects: ObjectStore
}

export const resource: Resource = {
  id: 'r-1',
  addonId: 'addon_1',
  ownerId: 'orga_1',
  ownerName: '',
  userId: '',
  plan: 's',
  options: {},
  callbackUrl: '',
  logToken: '',
  state: 'ready',
  suspended: false,
  config: {},
  message: '',
}

/** An add-on of a provider with back-ups in files, and a platform with an object store. */
export async function backedUpAddon(
  t: TestContext,
  opened: OpenedObjects,
  ownerId: ProviderOwnerId = ownOwner,
) {
  const { platform, ...setup } = await openTestPlatform()
  const folder = await mkdtemp(join(tmpdir(), 'berth-copies-'))
  t.after(async () => {
    await service.close()
    await setup[Symbol.asyncDispose]()
    await opened[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  const state = { text: 'ships' }
  const ledger = memoryLedger([resource])
  const keeper = keepBackups({
    folder,
    suffix: 'txt',
    ledger,
    take: (_, path) => writeFile(path, state.text),
    verify: async () => {},
    schedule: { every: 1, most: 1 },
  })
  const { store } = platform
  const { provider, plan } = await addOffer(store, { ownerId })
  const { manifest } = provider
  const at = { base_url: 'http://localhost/r', sso_url: 'http://localhost/s' }
  const service = defineProvider({
    manifest: { ...manifest, api: { ...manifest.api, production: at, test: at } },
    provision: () => ({ config: {} }),
    deprovision: keeper.forget,
    ledger,
    backups: keeper,
  })
  const { port } = await service.listen(0)
  const urls = { base_url: `http://127.0.0.1:${port}/r`, sso_url: `http://127.0.0.1:${port}/s` }
  const api = { ...manifest.api, production: urls, test: urls }
  await store.providers.change(provider.id, { manifest: { ...manifest, api } })
  const addon = await addAddon(store, provider, plan, { state: 'ready', realId: 'r-1' })
  assert.ok(isReady(addon))
  const log: string[] = []
  const { objects } = opened
  platform.objects = objects
  const copies = () => store.backupCopies.listOf(addon.id)
  const signal = AbortSignal.timeout(300_000)
  const context: CopyContext = { ...platform, objects, signal, log: (line) => log.push(line) }
  return {
    platform,
    context,
    addon,
    keeper,
    service,
    state,
    log,
    copies,
    /** Failed ones may be tried again at once. */
    makeDue: async () => {
      for (const copy of await copies()) await store.backupCopies.change(copy, { dueAt: 0 })
    },
    keys: async () => {
      const found = await Array.fromAsync(objects.list(`addon-backups/${addon.id}/`))
      return found.map(({ key }) => key).toSorted()
    },
    /** Makes a back-up at the provider, with this content. */
    async backUp(content: string) {
      state.text = content
      await keeper.makeDue()
    },
  }
}

const isReady = (addon: Addon): addon is ProvidedAddon => addon.state === 'ready'
