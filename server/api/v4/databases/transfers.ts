import { transferAnswer } from '#api/answers/hosting/databases.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { streamResponse } from '#api/http/stream-response.ts'
import { fileName } from '#api/v2/backups.ts'
import { boolean, bytes, integer, object, optional, string } from '#kit/schema.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import {
  beginExport,
  beginImport,
  cancelTransfer,
  findTransfer,
  openTransfer,
  sendPart,
  startTransfer,
} from '#platform/marketplace/addons/database/transfers.ts'
import { maxPartBytes } from '#protocol/databases/transfers.ts'

const path = '/v4/addons/:addonId/database'
const transferPath = `${path}/transfers/:transferId` as const
const access = { on: 'addon', may: 'operate' } as const

const postImport = endpoint({
  method: 'POST',
  path: `${path}/imports`,
  access,
  // Only its start changes something.
  isQuestion: true,
  summary: 'Prepares an import of a dump, whose file is sent in parts and then started',
  body: object({ size: integer, goOn: optional(boolean) }),
  answer: transferAnswer,
  handle: async ({ platform, addon, body: { size, goOn = false } }) =>
    beginImport(platform, addon, { size, goOn }),
})

const putPart = endpoint({
  method: 'PUT',
  path: `${transferPath}/bytes/:offset`,
  access,
  isQuestion: true,
  summary: 'Takes the next part of the file of an import, of at most 4 MiB, from an offset',
  body: bytes,
  maxBytes: maxPartBytes,
  bytesPerCall: maxPartBytes,
  answer: transferAnswer,
  handle: async ({ platform, addon, params: { transferId, offset }, body }) =>
    sendPart(platform, addon, { transferId, offset, bytes: body }),
})

const postStart = endpoint({
  method: 'POST',
  path: `${transferPath}/start`,
  access,
  action: 'addon.import',
  summary: 'Runs an import whose file is complete, as the own user of the database',
  answer: transferAnswer,
  handle: async ({ platform, addon, params, caller, from }) =>
    startTransfer(platform, addon, params.transferId, { caller, from }),
})

const postExport = endpoint({
  method: 'POST',
  path: `${path}/exports`,
  access,
  action: 'addon.export',
  summary: 'Begins to write a consistent dump of the database of an add-on',
  body: object({ format: optional(string) }),
  answer: transferAnswer,
  handle: async ({ platform, addon, body: { format = '' }, caller, from }) =>
    beginExport(platform, addon, format, { caller, from }),
})

const getTransfer = endpoint({
  method: 'GET',
  path: transferPath,
  access,
  summary: 'Gives the progress of an import or export',
  answer: transferAnswer,
  handle: async ({ platform, addon, params }) => findTransfer(platform, addon, params.transferId),
})

const deleteTransfer = endpoint({
  method: 'DELETE',
  path: transferPath,
  access,
  action: 'addon.cancel-transfer',
  summary: 'Cancels an import or export',
  answer: outcome,
  handle: async ({ platform, addon, params }) => {
    await cancelTransfer(platform, addon, params.transferId)
    return done('The import or export is cancelled.')
  },
})

const getFile = endpoint({
  method: 'GET',
  path: `${transferPath}/file`,
  access,
  summary: 'Gives the file of an export that is done',
  produces: 'application/octet-stream',
  async handle({ platform, addon, params, request }) {
    const reader = `exports of ${await quotaAccountOf(platform.store, addon.ownerId)}`
    using slots = platform.streamLimits.take({ reader, source: `exports of ${addon.id}` })
    const { size, stream, extension } = await openTransfer(platform, addon, params.transferId)
    slots.defer(() => void stream.destroy())
    const date = new Date(platform.clock()).toISOString()
    return streamResponse(stream, {
      slots: slots.move(),
      gone: request.signal,
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${fileName(addon.name, date, extension)}"`,
        'cache-control': 'no-store',
        ...(size === undefined ? {} : { 'content-length': String(size) }),
      },
    })
  },
})

export const transferEndpoints = [
  ...[postImport, putPart, postStart, postExport],
  ...[getTransfer, deleteTransfer, getFile],
]
