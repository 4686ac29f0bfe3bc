import { readContentRequest } from '#protocol/databases/contents.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { ProviderServer } from '#providers/kit/definition.ts'
import { type Answer, failure, json, notAllowed } from '#providers/kit/http/exchange.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { refuseWhileRestoring } from '#providers/kit/resources/resources.ts'

/**
 * Handles `POST {base_url}/{id}/contents`. It does not take the lock of the resource, which its suspension and its size
 * limit wait for: what is changed meanwhile ends the session of the question.
 */
export async function answerContents(
  service: ProviderServer,
  id: string,
  question: { method: string | undefined; body(): Promise<unknown>; signal: AbortSignal },
): Promise<Answer> {
  const { contents } = service
  if (!contents) return failure(501, 'The contents cannot be read here.')
  if (question.method !== 'POST') return notAllowed('POST')
  const { value, problem } = readContentRequest(await question.body())
  if (problem !== undefined) throw new DeclinedError(problem, 400)
  const resource = await requireUsable(service, id)
  const { signal } = question
  if (value.kind === 'list') return json(200, await contents.list(resource, value, signal))
  if (value.kind === 'rows') return json(200, await contents.rows(resource, value, signal))
  if (value.statement.trim() === '') throw new DeclinedError('The statement is empty.', 422)
  return json(200, await contents.query(resource, value, signal))
}

/** A resource that its customer may use now. */
export async function requireUsable(service: ProviderServer, id: string): Promise<Resource> {
  const resource = await service.ledger.byId(id)
  if (!resource || resource.state === 'deleted')
    throw new DeclinedError('There is no such add-on.', 410)
  if (resource.state !== 'ready') throw new DeclinedError('This add-on is not ready.', 409)
  if (resource.suspended) throw new DeclinedError('This add-on is suspended.', 409)
  refuseWhileRestoring(service, resource)
  return resource
}
