import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Endpoint } from '#api/http/endpoint.ts'
import { newId, newSecret } from '#kit/text/ids.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import type { Entry, Needs } from './entry.ts'
import type { Scene } from './scene.ts'

/** One request on the wire. */
export interface Request {
  method: string
  /** Including the query. */
  path: string
  headers: Record<string, string>
  body?: string | Buffer
  /** Path parameters. */
  values: Record<string, string>
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** A valid call of an entry, without credentials. */
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

/** Credentials of the scene's caller: the password of a provider's service, or an access token. */
export function credentialsOf({ access }: Endpoint, { caller, provider }: Scene) {
  if (access !== 'provider') return { authorization: caller.authorization }
  const pair = Buffer.from(`${provider.id}:${provider.manifest.api.password}`)
  return { authorization: `Basic ${pair.toString('base64')}` }
}

/** The same request with other path parameters. */
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

/** An unused value of the same kind. */
export function unknownLike(value: string): string {
  if (value.includes('@')) return `${newSecret(value.indexOf('@')).toLowerCase()}@x.test`
  const prefix = /^([a-z_]+)_[0-9a-f-]{36}$/.exec(value)?.[1]
  if (prefix) return newId(prefix)
  // Ports of the entries are far below this.
  if (/^\d{5}$/.test(value)) return String(Number(value) + 10_000)
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return randomUUID()
  if (/^[0-9a-f]{32}$/.test(value)) return randomBytes(16).toString('hex')
  const dot = value.indexOf('.')
  if (dot > 0) return newSecret(dot).toLowerCase() + value.slice(dot)
  return newSecret(value.length)
}

/** The response without parts that must differ: the ids that were sent, and random numbers. */
export function comparable({ status, headers, body }: Answer, sent: Record<string, string>) {
  let text = body.replace(/"apiRequestId":"[^"]*"/, '"apiRequestId":""')
  for (const value of Object.values(sent)) text = text.replaceAll(value, '<value>')
  const { 'x-request-id': _, ...others } = headers
  return { status, headers: others, body: text }
}

/** Runs the work with limited concurrency, continues after a failure and reports all failures. */
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
