import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { variablesOfAddons } from '#platform/marketplace/addons/config/addon-variables.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { addAddon, addOffer, type WantedAddon } from '#stores/marketplace.contract.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { linkAddon, listLinkedApplications, unlinkAddon } from './link.ts'

async function openLinked(wanted: WantedAddon = {}, service: Partial<Provider> = {}) {
  const setup = await openTestPlatform()
  const { store } = setup.platform
  const { provider, plan } = await addOffer(store, service)
  const mine = { ownerId: setup.account.organisationId, state: 'ready' } as const
  const order = (more: WantedAddon) => addAddon(store, provider, plan, { ...mine, ...more })
  const addon = await order(wanted)
  return { ...setup, addon, order, app: await setup.application() }
}

test("add-on link: provides the add-on's variables until it is removed", async () => {
  await using setup = await openLinked({ config: { PIGEON_URL: 'coo' } })
  const { platform, addon, app } = setup
  await linkAddon(platform, addon, app)
  await linkAddon(platform, addon, app)
  const given = await variablesOfAddons(platform, app)
  assert.deepEqual(given, [{ addon, variables: { PIGEON_URL: 'coo' } }])
  assert.deepEqual(await listLinkedApplications(platform, addon), [app])
  await unlinkAddon(platform, addon, app)
  assert.deepEqual(await variablesOfAddons(platform, app), [])
  await assert.rejects(unlinkAddon(platform, addon, app), { kind: 'missing' })
})

test('add-on link: is refused for an add-on of another owner and for one being deleted', async () => {
  await using setup = await openLinked()
  const { platform, order, app } = setup
  const foreign = await order({ ownerId: 'orga_other' })
  await assert.rejects(linkAddon(platform, foreign, app), { kind: 'invalid' })
  const going = await order({ state: 'deleting' })
  await assert.rejects(linkAddon(platform, going, app), { kind: 'conflict' })
})

test("add-on link: a provider cannot set variables that control other owners' applications", async () => {
  const config = { NODE_OPTIONS: '--require evil', NODEX: 'fine', PATH: '/evil' }
  for (const [ownerId, names] of [
    ['orga_partner', ['NODEX']],
    ['platform', Object.keys(config)],
  ] as const) {
    await using setup = await openLinked({ config }, { ownerId })
    const { platform, addon, app } = setup
    await linkAddon(platform, addon, app)
    const [given] = await variablesOfAddons(platform, app)
    assert.deepEqual(Object.keys(given?.variables ?? {}), names)
  }
})

test('add-on link: is deleted with the application', async () => {
  await using setup = await openLinked()
  const { platform, addon, app } = setup
  await linkAddon(platform, addon, app)
  await deleteApplication(platform, app)
  assert.deepEqual(await platform.store.links.applicationsOf(addon.id), [])
})
