import { backupAnswer, backupList, restoreAnswer } from '#api/answers/addons.ts'
import { backupStatusToWire } from '#api/answers/states.ts'
import { type Call, endpoint } from '#api/http/endpoint.ts'
import { streamResponse } from '#api/http/stream-response.ts'
import { string } from '#kit/schema.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import {
  listBackups,
  makeBackup,
  openBackup,
} from '#platform/marketplace/addons/backups/backups.ts'
import { readRestore, restoreBackup } from '#platform/marketplace/addons/backups/restore-backup.ts'
import { isAddonId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Backup } from '#protocol/databases/backups.ts'
import type { RestoreProgress } from '#protocol/databases/restore.ts'
import { realIdOf } from './addon-record.ts'

const path = '/v2/backups/:ownerId/:addonId'
const purpose = 'back-up'
const hour = 3_600_000

const listBackupsOfAddon = endpoint({
  method: 'GET',
  path,
  access: { on: 'addon', may: 'operate' },
  action: 'addon.list-backups',
  summary: 'Lists the back-ups of an add-on, each with an address to fetch it from within an hour',
  answer: backupList,
  handle: async (call) => {
    const backups = await listBackups(call.platform, call.addon)
    return backups.map((backup) => backupToWire(call, call.addon, backup))
  },
})

const postBackup = endpoint({
  method: 'POST',
  path,
  access: { on: 'addon', may: 'operate' },
  action: 'addon.back-up',
  summary: 'Creates a back-up of an add-on now',
  answer: backupAnswer,
  handle: async (call) =>
    backupToWire(call, call.addon, await makeBackup(call.platform, call.addon)),
})

const getBackupFile = endpoint({
  method: 'GET',
  path: `${path}/:backupId`,
  access: 'anyone',
  workload: 'built-in providers',
  summary: 'Gives the file of a back-up to whoever has its address, which is signed and expires',
  query: { token: string },
  produces: 'application/octet-stream',
  async handle({ platform, params, query, signer, request }) {
    const signed = signer.open(purpose, query.get('token') ?? '')
    const [addonId = '', backupId, until, date] = signed?.split('/') ?? []
    const addon = isAddonId(addonId) ? await platform.store.addons.find(addonId) : undefined
    const isRight =
      addon?.ownerId === params.ownerId &&
      params.addonId === addon.id &&
      params.backupId === backupId
    if (!isRight || Number(until) < platform.clock()) {
      throw new Refusal('forbidden', 'This link has expired. List the back-ups again.')
    }
    // The signed URL names no user, so the download counts against the owner.
    const reader = `back-ups of ${await quotaAccountOf(platform.store, addon.ownerId)}`
    using slots = platform.streamLimits.take({ reader, source: `back-ups of ${addon.id}` })
    const { size, stream, extension } = await openBackup(platform, addon, backupId)
    slots.defer(() => void stream.destroy())
    return streamResponse(stream, {
      slots: slots.move(),
      gone: request.signal,
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${fileName(addon.name, date ?? backupId, extension)}"`,
        'cache-control': 'no-store',
        ...(size === undefined ? {} : { 'content-length': String(size) }),
      },
    })
  },
})

const restorePath = `${path}/:backupId/restore` as const

const postRestore = endpoint({
  method: 'POST',
  path: restorePath,
  access: { on: 'addon', may: 'operate' },
  action: 'addon.restore',
  summary:
    'Replaces the content of an add-on with one of its back-ups. The current content is backed up first, and a failure changes nothing',
  answer: restoreAnswer,
  handle: async ({ platform, addon, params }) =>
    restoreToWire(await restoreBackup(platform, addon, params.backupId)),
})

const getRestore = endpoint({
  method: 'GET',
  path: restorePath,
  access: { on: 'addon', may: 'operate' },
  summary: 'Gives the progress of the last restore of a back-up into its add-on',
  answer: restoreAnswer,
  handle: async ({ platform, addon, params }) =>
    restoreToWire(await readRestore(platform, addon, params.backupId)),
})

const restoreToWire = ({ state, savedId, message }: RestoreProgress) => ({
  state,
  saved_backup_id: savedId,
  message,
})

/** `shop-database-2026-01-31T0930.dump`: what it is a back-up of, and when it was made, in UTC. */
export function fileName(addon: string, date: string, extension: string | undefined): string {
  const name = addon.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')
  const minute = date.replace(/:\d\d(\.\d+)?Z$/, '').replaceAll(':', '')
  return [name || 'back-up', minute].join('-') + (extension ? `.${extension}` : '')
}

/** The back-up record of v2; a failed one has no file. */
function backupToWire(
  { addresses, signer, platform }: Pick<Call, 'addresses' | 'signer' | 'platform'>,
  addon: Addon,
  { id, date, status, size, deleteAt }: Backup,
) {
  const until = platform.clock() + hour
  const token = encodeURIComponent(signer.sign(purpose, `${addon.id}/${id}/${until}/${date}`))
  const url = `${addresses.api}/v2/backups/${addon.ownerId}/${addon.id}/${id}?token=${token}`
  return {
    backup_id: id,
    entity_id: realIdOf(addon),
    creation_date: date,
    delete_at: deleteAt ?? null,
    status: backupStatusToWire(status),
    size,
    download_url: status === 'success' ? url : '',
  }
}

export const backupEndpoints = [
  listBackupsOfAddon,
  postBackup,
  getBackupFile,
  postRestore,
  getRestore,
]
