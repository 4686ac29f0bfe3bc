import type { Entries, Entry } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'

const ofApplication = '/v4/berth/organisations/:ownerId/applications/:applicationId'
const ofAddon = '/v4/berth/organisations/:ownerId/resources/:addonId'

/** A file is fetched by the address that was signed with its counts. */
const signed = (pathIn: (scene: Scene) => string): Entry => ({
  status: 200,
  arrange(scene) {
    const { setup, owner } = scene
    const expiresAt = setup.platform.clock() + 60_000
    const grant = { userId: owner.id, path: pathIn(scene), search: '', expiresAt }
    const token = setup.signer.sign('log-file', JSON.stringify(grant))
    return { query: { token, format: 'json' } }
  },
})

const pathOf = (scene: Scene, log: string) =>
  `/v4/berth/organisations/${scene.organisationId}/applications/${scene.application.id}/${log}/file`

/** Counts over time of what is searched for in logs, and files of it. */
export const logSearchEntries: Entries = {
  [`GET ${ofApplication}/logs/counts`]: { status: 200 },
  [`GET ${ofApplication}/accesslogs/counts`]: { status: 200 },
  [`GET ${ofAddon}/logs/counts`]: { status: 200 },
  [`GET ${ofApplication}/logs/file`]: signed((scene) => pathOf(scene, 'logs')),
  [`GET ${ofApplication}/accesslogs/file`]: signed((scene) => pathOf(scene, 'accesslogs')),
  [`GET ${ofAddon}/logs/file`]: signed(
    ({ organisationId, addon }) =>
      `/v4/berth/organisations/${organisationId}/resources/${addon.id}/logs/file`,
  ),
}
