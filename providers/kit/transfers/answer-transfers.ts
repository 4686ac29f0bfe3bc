import { isTransferId, maxPartBytes, readTransferOrder } from '#protocol/databases/transfers.ts'
import { requireUsable } from '#providers/kit/contents/answer-contents.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { ProviderServer, TransferHooks } from '#providers/kit/definition.ts'
import { type Answer, failure, json, notAllowed } from '#providers/kit/http/exchange.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'

export interface TransferRoute {
  id: string
  transferId?: string
  part?: 'start' | 'file' | 'bytes'
  /** For `bytes`. */
  offset?: number
}

interface TransferRequest {
  method: string | undefined
  body(): Promise<unknown>
  bytes(most: number): Promise<Buffer>
}

/** Handles requests below `{base_url}/{id}/transfers`. */
export async function answerTransfers(
  service: ProviderServer,
  route: TransferRoute,
  request: TransferRequest,
): Promise<Answer> {
  const { transfers } = service
  if (!transfers) return failure(501, 'There are no imports and exports here.')
  const { method } = request
  if (route.transferId === undefined) {
    if (method !== 'POST') return notAllowed('POST')
    const { value, problem } = readTransferOrder(await request.body())
    if (problem !== undefined) throw new DeclinedError(problem, 400)
    return json(201, await transfers.begin(await requireUsable(service, route.id), value))
  }
  const resource = await requireUsable(service, route.id)
  const { transferId } = route
  if (!isTransferId(transferId)) return failure(404, 'There is no such import or export.')
  if (route.part === 'bytes') {
    if (method !== 'PUT') return notAllowed('PUT')
    const part = { offset: route.offset ?? 0, bytes: await request.bytes(maxPartBytes) }
    return json(200, await transfers.receive(resource, transferId, part))
  }
  if (route.part === 'start')
    return method === 'POST'
      ? json(202, await transfers.start(resource, transferId))
      : notAllowed('POST')
  if (route.part === 'file')
    return method === 'GET' ? sendFile(transfers, resource, transferId) : notAllowed('GET')
  if (method === 'GET') return json(200, await transfers.find(resource, transferId))
  if (method !== 'DELETE') return notAllowed('GET, DELETE')
  await transfers.cancel(resource, transferId)
  return json(200, { id: transferId })
}

async function sendFile(
  transfers: TransferHooks,
  resource: Resource,
  transferId: string,
): Promise<Answer> {
  const opened = await transfers.open(resource, transferId)
  if (!opened) return failure(409, 'There is no file yet.')
  return {
    status: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(opened.size),
      'content-disposition': `attachment; filename="${opened.name}"`,
    },
    stream: opened.stream,
  }
}
