import type { Addresses, Endpoint } from '#api/http/endpoint.ts'
import { pathsOf } from '#api/http/routes.ts'
import { terminalEndpoints } from '#api/terminal/terminal-endpoints.ts'
import type { JsonSchema } from '#kit/json-schema.ts'
import { type Component, errorSchemas, schemaComponents } from './components.ts'
import { type Operation, operationOf, tagOf, withTerminal } from './operation.ts'
import { securitySchemes } from './security.ts'

/** The endpoints of the two listeners. */
export interface Listeners {
  api: readonly Endpoint[]
  bridge: readonly Endpoint[]
}

/** The subset of OpenAPI 3.1 that we use. */
export interface OpenApiDocument {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: readonly Server[]
  tags: readonly { name: string }[]
  paths: Readonly<Record<string, PathItem>>
  components: {
    schemas: Readonly<Record<string, JsonSchema>>
    securitySchemes: typeof securitySchemes
  }
}

interface Server {
  url: string
  description?: string
}

/** Operations of a path by method; `servers` where only one listener has it. */
export type PathItem = { servers?: readonly Server[] } & Partial<
  Record<'get' | 'post' | 'put' | 'delete', Operation>
>

/** Describes every endpoint at all of its paths. */
export function openApiDocument(
  { api, bridge }: Listeners,
  addresses: Pick<Addresses, 'api' | 'bridge'>,
): OpenApiDocument {
  const servers = {
    api: { url: addresses.api, description: 'The API' },
    bridge: { url: addresses.bridge, description: 'The bridge, for API tokens' },
  }
  const endpoints = [...new Set([...api, ...bridge])]
  const components = schemaComponents(endpoints)
  const paths: Record<string, PathItem> = {}
  for (const endpoint of endpoints) {
    const isOnBridge = bridge.includes(endpoint)
    const isOnApi = api.includes(endpoint)
    const isOnBoth = isOnBridge && isOnApi
    const only = isOnBoth ? {} : { servers: [isOnBridge ? servers.bridge : servers.api] }
    for (const path of pathsOf(endpoint)) {
      const template = templateOf(path)
      const operation = operationOf(endpoint, { path, isOnApi, isOnBridge, components })
      paths[template] = { ...only, ...paths[template], [methodOf(endpoint)]: operation }
    }
  }
  for (const endpoint of terminalEndpoints) {
    const { path } = endpoint
    const terminal = operationOf(endpoint, { path, isOnApi: true, isOnBridge: true, components })
    const template = templateOf(path)
    const get = withTerminal(terminal, paths[template]?.get)
    paths[template] = { ...paths[template], get }
  }
  const tags = [...new Set(endpoints.map(tagOf))].sort().map((name) => ({ name }))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Berth',
      version: '1.0.0',
      description:
        'A platform as a service that you run yourself. A thing that the caller may not see is answered as one that does not exist.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [servers.api, servers.bridge],
    tags,
    paths,
    components: { schemas: schemasOf(components.values()), securitySchemes },
  }
}

/** `/v2/self/keys/:name` as `/v2/self/keys/{name}`. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

const methodOf = ({ method }: Endpoint) => method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'

const schemasOf = (components: Iterable<Component>): Record<string, JsonSchema> => ({
  ...errorSchemas,
  ...Object.fromEntries([...components].map(({ name, json }) => [name, json])),
})
