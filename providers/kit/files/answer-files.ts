import type { IncomingMessage } from 'node:http'
import { isDraftId, maxListed, maxPartBytes } from '#protocol/files/file-listing.ts'
import { type FilePath, objectionToPath } from '#protocol/files/file-path.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { FileHooks, ProviderServer } from '#providers/kit/definition.ts'
import { type Answer, failure, json, notAllowed, readBody } from '#providers/kit/http/exchange.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { refuseWhileRestoring } from '#providers/kit/resources/resources.ts'

/** Handles `{base_url}/{id}/files` and `…/files/content`. Without the lock of the resource, because a file takes its time. */
export async function answerFiles(
  service: ProviderServer,
  { id, isContent }: { id: string; isContent: boolean },
  request: IncomingMessage,
): Promise<Answer> {
  const { files } = service
  const { method = '' } = request
  if (!files) return failure(501, 'There are no files here.')
  if (!['GET', isContent ? 'PUT' : 'DELETE'].includes(method))
    return notAllowed(isContent ? 'GET, PUT' : 'GET, DELETE')
  const resource = await service.ledger.byId(id)
  if (!resource) return failure(404, 'There is no such add-on.')
  if (resource.state === 'deleted') return failure(410, 'This add-on was deleted.')
  if (resource.state !== 'ready') throw new DeclinedError('This add-on is not ready.', 409)
  if (resource.suspended) throw new DeclinedError('This add-on is suspended.', 409)
  refuseWhileRestoring(service, resource)
  const query = new URL(request.url ?? '', 'http://x').searchParams
  const path = pathIn(query)
  if (method === 'PUT') return put(files, resource, { path, query, request })
  if (isContent) return content(files, resource, path)
  if (method === 'DELETE') {
    await files.remove(resource, path)
    return json(200, { id })
  }
  if (path !== '' && query.get('self') === 'true')
    return json(200, await files.look(resource, path))
  const limit = Math.min(maxListed, Math.max(1, Number(query.get('limit')) || maxListed))
  return json(200, await files.list(resource, { path, after: afterIn(query), limit }))
}

async function put(
  files: FileHooks,
  resource: Resource,
  { path, query, request }: { path: FilePath; query: URLSearchParams; request: IncomingMessage },
): Promise<Answer> {
  const draftId = query.get('draft') ?? ''
  const offset = Number(query.get('offset') ?? '0')
  if (!isDraftId(draftId)) throw new DeclinedError(`'draft' is not a UUID.`, 400)
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw new DeclinedError(`'offset' is not a number of bytes.`, 400)
  const bytes = await readBody(request, maxPartBytes)
  const isLast = query.get('last') === 'true'
  await files.put(resource, { path, draftId, offset, isLast, bytes })
  return json(200, { id: resource.id })
}

async function content(files: FileHooks, resource: Resource, path: FilePath): Promise<Answer> {
  const { size, stream } = await files.open(resource, path)
  return {
    status: 200,
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
    stream,
  }
}

function pathIn(query: URLSearchParams): FilePath {
  const path = query.get('path') ?? ''
  const objection = objectionToPath(path)
  if (objection !== undefined) throw new DeclinedError(objection, 400)
  return path
}

function afterIn(query: URLSearchParams): string {
  const after = query.get('after') ?? ''
  if (after.includes('/') || objectionToPath(after) !== undefined)
    throw new DeclinedError(`'after' is not a name.`, 400)
  return after
}
