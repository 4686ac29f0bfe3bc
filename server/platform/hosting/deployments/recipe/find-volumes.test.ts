import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addAddon } from '#stores/marketplace.contract.ts'
import { ownOffer } from '#tests/laws/matrix/own-offer.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { findVolumes } from './find-volumes.ts'

test('volumes: an application gets those of its linked buckets, by what they call themselves', async () => {
  await using setup = await openTestPlatform()
  const { platform, account } = setup
  const { store, engine } = platform
  const { provider, plan } = await ownOffer(store, 'fs-bucket')
  const bucket = (name: string) =>
    addAddon(store, provider, plan, {
      name,
      ownerId: account.organisationId,
      realId: `bucket_${name}`,
      config: { BUCKET_HOST: `${name}.internal` },
      state: 'ready',
    })
  const [linked, other] = [await bucket('linked'), await bucket('other')]
  const application = await setup.application()
  await store.links.add({ applicationId: application.id, addonId: linked.id, createdAt: 0 })
  const find = (environment: Record<string, string>) =>
    findVolumes({ store, engine }, application.id, environment)

  assert.deepEqual(await find({ CC_FS_BUCKET: ' ' }), [])
  assert.deepEqual(
    await find({ CC_FS_BUCKET: '/a:linked.internal', CC_FS_BUCKET_1: 'b:linked.internal' }),
    [
      { id: 'bucket_linked', path: 'a' },
      { id: 'bucket_linked', path: 'b' },
    ],
  )
  // One of the same owner, whose name is known, opens nothing without a link.
  for (const host of [other.config.BUCKET_HOST, 'unknown.internal'])
    await assert.rejects(find({ CC_FS_BUCKET: `/a:${host}` }), /is not the BUCKET_HOST of a bucket/)
  await assert.rejects(find({ CC_FS_BUCKET: '../a:linked.internal' }), /CC_FS_BUCKET is not a path/)
  const nested = { CC_FS_BUCKET: 'a:linked.internal', CC_FS_BUCKET_1: 'a/b:linked.internal' }
  await assert.rejects(find(nested), /would be mounted in each other/)
  const without = { ...engine, withoutVolumes: 'there is no disk' }
  await assert.rejects(
    findVolumes({ store, engine: without }, application.id, { CC_FS_BUCKET: 'a:linked.internal' }),
    /Buckets cannot be mounted: there is no disk/,
  )
})
