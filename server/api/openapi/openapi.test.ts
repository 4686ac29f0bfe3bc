import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bridgeEndpoints, endpoints } from '#api/endpoints.ts'
import type { Endpoint } from '#api/http/endpoint.ts'
import { pathsOf } from '#api/http/routes.ts'
import { terminalEndpoints } from '#api/terminal/terminal-endpoints.ts'
import { type JsonSchema, jsonSchemaOf } from '#kit/json-schema.ts'
import { encodingOf } from '#kit/schema.ts'
import { everyEndpoint, isGuarded, keyOf } from '#tests/laws/matrix/entries.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { openApiDocument, templateOf } from './document.ts'
import type { Operation } from './operation.ts'

const addresses = { api: 'https://api.example.org', bridge: 'https://bridge.example.org' }
const document = openApiDocument({ api: endpoints, bridge: bridgeEndpoints }, addresses)
const methods = ['get', 'post', 'put', 'delete'] as const

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method]
    return operation ? [{ key: `${method.toUpperCase()} ${path}`, path, item, operation }] : []
  }),
)
const operationAt = (method: string, path: string) =>
  operations.find(({ key }) => key === `${method} ${templateOf(path)}`)

/** The terminal at the address of an endpoint. */
const terminalAt = ({ method, path }: Endpoint) =>
  terminalEndpoints.find((terminal) => method === 'GET' && terminal.path === path)

const served = everyEndpoint.flatMap((endpoint) =>
  pathsOf(endpoint).map((path) => ({ endpoint, path })),
)

/** All objects nested in a value. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const inner of Object.values(value)) yield* objectsIn(inner)
}

/** Resolves a JSON Pointer reference. */
const resolve = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document)

test('OpenAPI: contains every path of every endpoint, and no other', () => {
  const keys = served.map(({ endpoint, path }) => `${endpoint.method} ${templateOf(path)}`)
  // A terminal may be at the address of an endpoint, or have one alone.
  const terminals = terminalEndpoints.map(({ path }) => `GET ${templateOf(path)}`)
  assert.deepEqual(
    operations.map(({ key }) => key).sort(),
    [...new Set([...keys, ...terminals])].sort(),
  )
})

test('OpenAPI: parameters are those of the path and the declared ones', () => {
  for (const { endpoint, path } of served) {
    const { operation } = operationAt(endpoint.method, path) ?? assert.fail(path)
    const named = (place: string) =>
      operation.parameters.filter((one) => one.in === place).map(({ name }) => name)
    assert.deepEqual(
      named('path'),
      [...templateOf(path).matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    )
    const query = { ...endpoint.query, ...terminalAt(endpoint)?.query }
    assert.deepEqual(named('query'), Object.keys(query))
    for (const { in: place, required } of operation.parameters)
      assert.equal(required, place === 'path')
  }
})

for (const endpoint of everyEndpoint.filter(({ body }) => body)) {
  test(`OpenAPI: the body of ${keyOf(endpoint)} has its schema and required fields`, () => {
    for (const path of pathsOf(endpoint)) {
      const { requestBody } = operationAt(endpoint.method, path)?.operation ?? assert.fail()
      const [content] = Object.values(requestBody?.content ?? {})
      const schema = content?.schema ?? assert.fail()
      if (encodingOf(endpoint.body ?? assert.fail()) !== 'json') continue
      const resolved = resolve(schema.$ref ?? assert.fail())
      assert.deepEqual(resolved, jsonSchemaOf(endpoint.body ?? assert.fail()))
      for (const inner of objectsIn(resolved)) {
        if (inner.properties) assert.ok(Array.isArray(inner.required))
      }
    }
  })
}

test('OpenAPI: a body without schema can be anything', () => {
  const free = everyEndpoint.filter(({ body }) => {
    const json = body && encodingOf(body) === 'json' ? jsonSchemaOf(body) : undefined
    return json && Object.keys(json).length === 0
  })
  // A part of a provider or its manifest; a body that is always refused; a name in one of two forms.
  assert.deepEqual(free.map(keyOf), [
    'PUT /v2/organisations/:ownerId/addonproviders/:providerId',
    'POST /v2/organisations/:ownerId/addonproviders/:providerId/testers',
  ])
})

test("OpenAPI: the schema of a provider's manifest has its required fields", () => {
  const push = everyEndpoint.find(
    (one) => keyOf(one) === 'POST /v2/organisations/:ownerId/addonproviders',
  )
  const json = jsonSchemaOf(push?.body ?? assert.fail())
  assert.deepEqual(json.required, ['id', 'api'])
  const { api } = (json.properties ?? {}) as Record<string, { required?: string[] }>
  assert.deepEqual(api?.required?.sort(), [
    ...['config_vars', 'password', 'production', 'regions', 'sso_salt', 'test'],
  ])
})

test('OpenAPI: an endpoint without a body has no requestBody', () => {
  for (const { endpoint, path } of served.filter((one) => !one.endpoint.body))
    assert.equal(operationAt(endpoint.method, path)?.operation.requestBody, undefined, path)
})

test('OpenAPI: states and the like are enumerations in every answer', () => {
  const names =
    /^(state|status|repoState|vatState|role|outcome|credential|direction|severity|lifetime|preferredMFA|forceHttps)$/
  const free = Object.entries(document.components.schemas).flatMap(([schema, json]) =>
    schema.endsWith('.body')
      ? []
      : [...objectsIn(json)].flatMap(({ properties = {} }) =>
          Object.entries(properties as Record<string, JsonSchema>)
            .filter(([name, { type }]) => names.test(name) && type === 'string')
            .filter(([, one]) => !(one.enum || one.const))
            .map(([name]) => `${schema} ${name}`),
        ),
  )
  assert.deepEqual(free, [])
})

test('OpenAPI: every operation but those of pages says what a success answers with', () => {
  for (const { endpoint, path } of served.filter((one) => !one.endpoint.isPage)) {
    const { responses } = operationAt(endpoint.method, path)?.operation ?? assert.fail(path)
    const statuses = Object.keys(responses).filter((status) => status !== 'default')
    const isRefused = !endpoint.answer && endpoint.produces === undefined
    const status = endpoint.produces === 'nothing' ? '204' : String(endpoint.status ?? 200)
    const upgraded = terminalAt(endpoint) ? ['101'] : []
    assert.deepEqual(statuses, isRefused ? upgraded : [...upgraded, status], keyOf(endpoint))
    const { content } = responses[status] ?? {}
    const contentType = endpoint.answer ? 'application/json' : endpoint.produces
    const types = [contentType, endpoint.alternative].filter(Boolean)
    if (content) assert.deepEqual(Object.keys(content), types, keyOf(endpoint))
  }
})

test('OpenAPI: a terminal is described at its address, as a WebSocket', () => {
  for (const endpoint of terminalEndpoints) {
    const { operation } = operationAt('GET', endpoint.path) ?? assert.fail(endpoint.path)
    assert.ok(operation.responses[101], endpoint.path)
    assert.ok(`${operation.summary} ${operation.description}`.includes(endpoint.summary))
  }
})

test('OpenAPI: every reference resolves', () => {
  const refs = [...objectsIn(document)].flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref]))
  assert.ok(refs.length > 200)
  for (const ref of refs) {
    assert.match(String(ref), /^#\/components\/schemas\/[A-Za-z0-9._-]+$/)
    assert.ok(resolve(String(ref)), String(ref))
  }
})

test('OpenAPI: operation ids are unique, and paths differ by more than parameter names', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  assert.equal(new Set(ids).size, ids.length)
  const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
  assert.deepEqual(
    shapes.filter((shape, at) => shapes.indexOf(shape) < at),
    [],
  )
})

test('OpenAPI: an operation lists its credentials and its listener', () => {
  const allows = ({ security }: Operation, scheme: string) => security.some((one) => scheme in one)
  for (const { endpoint, path } of served) {
    const { operation, item } = operationAt(endpoint.method, path) ?? assert.fail(path)
    const isOpen =
      operation.security.length === 0 ||
      operation.security.some((one) => Object.keys(one).length === 0)
    const readsCookie = endpoint.isSameOrigin === true && !isGuarded(endpoint)
    assert.equal(isOpen, !isGuarded(endpoint) && !readsCookie, keyOf(endpoint))
    assert.equal(allows(operation, 'provider'), endpoint.access === 'provider')
    const isKnown = endpoint.access !== 'anyone' && endpoint.access !== 'provider'
    const isForPages = isKnown && endpoints.includes(endpoint)
    assert.equal(allows(operation, 'csrf'), isForPages, keyOf(endpoint))
    const hasSession = isForPages || readsCookie || endpoint.isPage === true
    assert.equal(allows(operation, 'session'), hasSession, keyOf(endpoint))
    const urls = (item.servers ?? document.servers).map(({ url }) => url)
    assert.equal(urls.includes(addresses.api), endpoints.includes(endpoint), keyOf(endpoint))
    assert.equal(urls.includes(addresses.bridge), bridgeEndpoints.includes(endpoint))
    for (const scheme of operation.security.flatMap((one) => Object.keys(one)))
      assert.ok(scheme in document.components.securitySchemes)
    assert.ok(document.tags.some(({ name }) => name === operation.tags[0]))
    assert.ok(operation.summary)
  }
})

test('OpenAPI: the document is public and cacheable', async () => {
  await using api = await openTestApi()
  const first = await fetch(`${api.url}/openapi.json`)
  assert.equal(first.status, 200)
  assert.match(first.headers.get('content-type') ?? '', /^application\/json/)
  assert.match(first.headers.get('cache-control') ?? '', /public/)
  assert.equal(first.headers.get('access-control-allow-origin'), '*')
  const etag = first.headers.get('etag') ?? assert.fail()
  const body = (await first.json()) as typeof document
  assert.deepEqual(body.paths['/health']?.get, document.paths['/health']?.get)
  assert.deepEqual(Object.keys(body.paths), Object.keys(document.paths))
  const again = await fetch(`${api.url}/openapi.json`, { headers: { 'if-none-match': etag } })
  assert.equal(again.status, 304)
})
