import { fileAddressAnswer, fileListAnswer } from '#api/answers/addons.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { countUpTo } from '#api/http/query.ts'
import { done } from '#api/http/response.ts'
import { streamResponse } from '#api/http/stream-response.ts'
import { bytes, check, integer, optional, pipe, string, transform } from '#kit/schema.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import {
  listFiles,
  lookAtFile,
  openFile,
  putFile,
  removeFile,
  writeDraft,
} from '#platform/marketplace/addons/files.ts'
import { isAddonId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { maxListed, maxPartBytes } from '#protocol/files/file-listing.ts'
import { textOfPath } from '#protocol/files/file-path.ts'

const path = '/v4/berth/organisations/:ownerId/addons/:addonId/files'
const access = { on: 'addon', may: 'operate' } as const
const purpose = 'file'
const hour = 3_600_000
const usualLimit = 200

const bytesFrom0 = pipe(
  string,
  check((text) => /^\d{1,15}$/.test(text), 'must be a number of bytes'),
  transform(Number),
  integer,
)

const listFilesOfAddon = endpoint({
  method: 'GET',
  path,
  access,
  summary: 'Lists a folder of an add-on that keeps files, in pages in the order of names',
  query: { path: optional(string), after: optional(string), limit: optional(countUpTo(maxListed)) },
  answer: fileListAnswer,
  async handle({ platform, addon, query }) {
    const limit = Number(query.get('limit') ?? usualLimit)
    const request = { path: query.get('path') ?? '', after: query.get('after') ?? '', limit }
    const { entries, next } = await listFiles(platform, addon, request)
    return { entries, next: next ?? null }
  },
})

const getFileAddress = endpoint({
  method: 'GET',
  path: `${path}/address`,
  access,
  summary: 'Shows a file of an add-on, with an address to fetch it from within an hour',
  query: { path: string },
  answer: fileAddressAnswer,
  async handle({ platform, addon, query, signer, addresses }) {
    const file = query.get('path') ?? ''
    const entry = await lookAtFile(platform, addon, file)
    if (entry.type !== 'file')
      throw new Refusal('conflict', 'That is a folder, a link or something else without content.')
    const until = platform.clock() + hour
    const token = encodeURIComponent(signer.sign(purpose, `${addon.id} ${until} ${file}`))
    const place = `/v4/berth/organisations/${addon.ownerId}/addons/${addon.id}/files/content`
    return { ...entry, download_url: `${addresses.api}${place}?token=${token}` }
  },
})

const getFile = endpoint({
  method: 'GET',
  path: `${path}/content`,
  access: 'anyone',
  workload: 'built-in providers',
  summary: 'Gives a file to whoever has its address, which is signed and expires',
  query: { token: string },
  produces: 'application/octet-stream',
  async handle({ platform, params, query, signer, request }) {
    const signed = signer.open(purpose, query.get('token') ?? '') ?? ''
    const [, addonId = '', until, file = ''] = /^(\S+) (\d+) (.+)$/s.exec(signed) ?? []
    const addon = isAddonId(addonId) ? await platform.store.addons.find(addonId) : undefined
    const isRight = addon?.ownerId === params.ownerId && params.addonId === addon.id
    if (!isRight || Number(until) < platform.clock())
      throw new Refusal(
        'forbidden',
        'This link has expired. Ask for the address of the file again.',
      )
    // The signed URL names no user, so the download counts against the owner.
    const reader = `files of ${await quotaAccountOf(platform.store, addon.ownerId)}`
    using slots = platform.streamLimits.take({ reader, source: `files of ${addon.id}` })
    const { size, stream } = await openFile(platform, addon, file)
    slots.defer(() => void stream.destroy())
    return streamResponse(stream, {
      slots: slots.move(),
      gone: request.signal,
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': attachment(file),
        'cache-control': 'no-store',
        ...(size === undefined ? {} : { 'content-length': String(size) }),
      },
    })
  },
})

/** The name as it is, where it is UTF-8, for browsers that read RFC 5987. */
function attachment(file: string): string {
  const name = textOfPath(file.split('/').at(-1) ?? '').toWellFormed()
  const plain = name.replace(/[^A-Za-z0-9._ -]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const putDraft = endpoint({
  method: 'PUT',
  path: `${path}/drafts/:draftId`,
  access,
  summary:
    'Appends up to 8 MiB to a draft, whose id the client chooses. It is a file once it is put at a path, and removed after a day otherwise',
  isQuestion: true,
  query: { offset: bytesFrom0 },
  body: bytes,
  maxBytes: maxPartBytes,
  bytesPerCall: 1024 * 1024,
  answer: outcome,
  async handle({ platform, addon, params: { draftId }, query, body }) {
    const offset = Number(query.get('offset') ?? 0)
    await writeDraft(platform, addon, { draftId, offset, bytes: body })
    return done('The part is written.')
  },
})

const putFileAtPath = endpoint({
  method: 'PUT',
  path,
  access,
  action: 'addon.put-file',
  summary: 'Makes a draft the file at a path, in place of one that is there',
  query: { path: string, draft: string, size: bytesFrom0 },
  answer: outcome,
  async handle({ platform, addon, query }) {
    const size = Number(query.get('size') ?? 0)
    const draftId = query.get('draft') ?? ''
    await putFile(platform, addon, { path: query.get('path') ?? '', draftId, size })
    return done('The file is there.')
  },
})

const deleteFile = endpoint({
  method: 'DELETE',
  path,
  access,
  action: 'addon.remove-file',
  summary: 'Removes a file of an add-on, or a folder with all that it holds',
  query: { path: string },
  answer: outcome,
  async handle({ platform, addon, query }) {
    await removeFile(platform, addon, query.get('path') ?? '')
    return done('It is removed.')
  },
})

export const fileEndpoints = [
  listFilesOfAddon,
  getFileAddress,
  getFile,
  putDraft,
  putFileAtPath,
  deleteFile,
]
