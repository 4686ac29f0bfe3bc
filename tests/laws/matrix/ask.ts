import assert from 'node:assert/strict'
import type { Endpoint } from '#api/http/endpoint.ts'
import { newId, newSecret } from '#kit/text/ids.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import type { Entry, Needs } from './entry.ts'
import type { Scene } from './scene.ts'

/** One request as it goes over the wire. */
export interface Request {
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  body?: string | Buffer
  /** The values that were put into the path. */
  values: Record<string, string>
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** The right call of an entry, but for the credentials. */
export async function rightCall(
  { method }: Endpoint,
  path: string,
  entry: Entry,
  scene: Scene,
): Promise<Request> {
  const needs = (await entry.arrange?.(scene)) ?? {}
  const values = { ...paramsOf(scene), ...needs.params }
  return requestOf(method, path, values, needs)
}

export const paramsOf = (scene: Scene): Record<string, string> => ({
  ownerId: scene.organisationId,
  applicationId: scene.application.id,
  providerId: scene.provider.id,
  planId: scene.plan.id,
  addonId: scene.addon.id,
})

/** What the scene's caller shows: a provider's service its password, everybody else an access token. */
export function credentialsOf({ access }: Endpoint, { caller, provider }: Scene) {
  if (access !== 'provider') return { authorization: caller.authorization }
  const pair = Buffer.from(`${provider.id}:${provider.manifest.api.password}`)
  return { authorization: `Basic ${pair.toString('base64')}` }
}

/** The same request with other values in its path. */
export const withValues = (request: Request, path: string, values: Record<string, string>) => {
  const [, query] = request.path.split('?')
  return { ...request, values, path: fill(path, values) + (query ? `?${query}` : '') }
}

export function requestOf(
  method: string,
  path: string,
  values: Record<string, string>,
  { query, body, headers = {} }: Needs,
): Request {
  const asked = fill(path, values) + (query ? `?${new URLSearchParams(query)}` : '')
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  return {
    method,
    path: asked,
    values,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  }
}

const fill = (path: string, values: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(values[name] ?? assert.fail(`its entry gives no value for :${name}`)),
  )

/** Asks the app without a connection and takes the answer as it is; of a stream only its head. */
export async function send(
  { ask }: Pick<TestApi, 'ask'>,
  origin: string,
  { method, path, headers, body }: Request,
  credentials: Record<string, string> = {},
): Promise<Answer> {
  const answer = await ask(origin + path, {
    method,
    headers: { ...headers, ...credentials },
    redirect: 'manual',
    ...(body !== undefined && { body: body as string }),
  })
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) await answer.body?.cancel()
  const { date: _, ...kept } = Object.fromEntries(answer.headers)
  return {
    status: answer.status,
    headers: kept,
    body: isStream ? '' : Buffer.from(await answer.arrayBuffer()).toString('latin1'),
  }
}

/** A value of the same kind that nothing has. */
export function unknownLike(value: string): string {
  if (value.includes('@')) return `${newSecret(value.indexOf('@')).toLowerCase()}@x.test`
  const prefix = /^([a-z_]+)_[0-9a-f-]{36}$/.exec(value)?.[1]
  return prefix ? newId(prefix) : newSecret(value.length)
}

/** The answer without what has to differ: the ids that were sent, and numbers drawn for this one answer. */
export function comparable({ status, headers, body }: Answer, sent: Record<string, string>) {
  let text = body.replace(/"apiRequestId":"[^"]*"/, '"apiRequestId":""')
  for (const value of Object.values(sent)) text = text.replaceAll(value, '<value>')
  return { status, headers, body: text }
}

/** A few at the same time, so that the whole matrix takes seconds; goes on after a failure, and tells of all of them. */
export async function forEach<T>(list: readonly T[], work: (one: T) => Promise<void>) {
  const waiting = [...list]
  const failures: string[] = []
  const worker = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      await work(one).catch((error: Error) => failures.push(error.message))
    }
  }
  await Promise.all(Array.from({ length: 12 }, worker))
  assert.equal(failures.length, 0, failures.slice(0, 20).join('\n'))
}
