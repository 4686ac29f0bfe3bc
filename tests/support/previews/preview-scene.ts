import assert from 'node:assert/strict'
import { until } from '#kit/concurrency/timeout.ts'
import { connectRepository } from '#platform/hosting/connected-repositories/connect.ts'
import { changePreviewSettings } from '#platform/hosting/previews/change-settings.ts'
import { createPreview, type PreviewRequest } from '#platform/hosting/previews/create-preview.ts'
import { linkAddon } from '#platform/marketplace/addons/links/link.ts'
import type { Preview } from '#platform/model/hosting/previews/preview.ts'
import { previewStatus } from '#platform/model/hosting/previews/preview-status.ts'
import type { PreviewId } from '#platform/model/ids.ts'
import { openGitHost } from '#tests/support/git-host/git-host.ts'
import { openMarket } from '#tests/support/providers/market.ts'

const timeout = 120_000

/** An application with a variable, an add-on, a connected repository and previews, whose worker runs. */
export async function openPreviewScene({ isConnected = true } = {}) {
  const market = await openMarket()
  const host = await openGitHost()
  const { platform, account } = market
  const { store } = platform
  const user = (await store.users.findByEmail(account.email)) ?? assert.fail()
  const parent = await market.application({ environment: { SECRET: 'live', KEPT: 'yes' } })
  const addon = await market.order()
  await linkAddon(platform, addon, parent)
  await host.create('shop', { 'package.json': '{}' })
  const access = { by: 'nobody' } as const
  if (isConnected) {
    await connectRepository(platform, parent, { url: host.urlOf('shop'), access }, user.id)
  }
  await changePreviewSettings(platform, parent, {
    isEnabled: true,
    variables: { SECRET: 'for previews' },
    isolatedVariables: { HARMLESS: '1' },
  })
  platform.previewWorker.begin()
  const find = async (id: PreviewId) => store.previews.find(id)
  const statusOf = async (id: PreviewId) => {
    const preview = await find(id)
    if (!preview) return 'gone'
    const [deployment] = preview.applicationId
      ? await store.deployments.listOf(preview.applicationId, { limit: 1 })
      : []
    return previewStatus(preview, deployment)
  }
  return {
    ...market,
    host,
    parent,
    addon,
    user,
    find,
    create: (wanted: Partial<PreviewRequest> = {}) =>
      createPreview(platform, parent, {
        source: { kind: 'branch', branch: 'topic' },
        createdBy: user.id,
        ...wanted,
      }),
    reaches: (id: PreviewId, status: string) =>
      until(async () => (await statusOf(id)) === status, {
        timeout,
        what: `the preview to be ${status}`,
      }),
    applicationOf: async ({ id }: Pick<Preview, 'id'>) => {
      const { applicationId } = (await find(id)) ?? assert.fail('the preview is gone')
      return (applicationId && (await store.applications.find(applicationId))) || assert.fail()
    },
    async [Symbol.asyncDispose]() {
      await platform.previewWorker.close()
      await host[Symbol.asyncDispose]()
      await market[Symbol.asyncDispose]()
    },
  }
}
