import type { KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { isConnectionId } from '#protocol/databases/insights.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { ProviderServer } from '#providers/kit/definition.ts'
import { type Answer, failure, json, notAllowed } from '#providers/kit/http/exchange.ts'
import { refuseWhileRestoring, withResource } from '#providers/kit/resources/resources.ts'

/** Handles `{base_url}/{id}/insights` and what is below. */
export async function answerInsights(
  service: ProviderServer,
  mutex: KeyedMutex,
  {
    id,
    part,
    connectionId = '',
  }: { id: string; part?: 'statements' | 'connections'; connectionId?: string },
  method: string | undefined,
): Promise<Answer> {
  const { insights } = service
  if (!insights) return failure(501, 'There are no insights here.')
  const allowed = part === undefined ? 'GET' : 'DELETE'
  if (method !== allowed) return notAllowed(allowed)
  return withResource(service, mutex, id, async (resource) => {
    if (resource.state !== 'ready') throw new DeclinedError('This add-on is not ready.', 409)
    refuseWhileRestoring(service, resource)
    if (part === undefined) return json(200, await insights.read(resource))
    if (part === 'statements') {
      await insights.resetStatements(resource)
      return json(200, { id })
    }
    const isEnded =
      isConnectionId(connectionId) && (await insights.endConnection(resource, connectionId))
    return isEnded ? json(200, { id }) : failure(404, 'There is no such connection any more.')
  })
}
