import { bridgeEndpoints, endpoints } from '#api/endpoints.ts'
import { pathsOf } from '#api/http/routes.ts'
import { type OpenApiDocument, openApiDocument, templateOf } from '#api/openapi/document.ts'
import { type Operation, tagOf } from '#api/openapi/operation.ts'
import type { JsonSchema } from '#kit/json-schema.ts'

/** Addresses in examples; a platform that serves the page puts its own in their place. */
export const exampleAddresses = {
  api: 'https://api.example.com',
  bridge: 'https://bridge.example.com',
}

/** An operation with where it is and what else leads to it. */
export interface ApiOperation {
  id: string
  method: string
  path: string
  /** Other paths of the same operation. */
  aliases: readonly string[]
  /** The word of its path by which it belongs to an area. */
  part: string
  isAtApi: boolean
  isAtBridge: boolean
  operation: Operation
}

/** Schemas by name, to which operations refer. */
export type Schemas = OpenApiDocument['components']['schemas']

/** Every operation of the description that the server makes, once. */
export function listOperations(): { operations: ApiOperation[]; schemas: Schemas } {
  const document = openApiDocument({ api: endpoints, bridge: bridgeEndpoints }, exampleAddresses)
  const operations = [...new Set([...endpoints, ...bridgeEndpoints])].map((endpoint) => {
    const [path = '', ...aliases] = pathsOf(endpoint).map(templateOf)
    const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
    const operation = document.paths[path]?.[method]
    if (!operation) throw new Error(`The description lacks ${endpoint.method} ${path}.`)
    return {
      id: operation.operationId,
      method: endpoint.method,
      path,
      aliases,
      // What is behind `/v4/berth` is about the same things as what is not.
      part: tagOf({ ...endpoint, path: endpoint.path.replace('/v4/berth/', '/v4/') }),
      isAtApi: endpoints.includes(endpoint),
      isAtBridge: bridgeEndpoints.includes(endpoint),
      operation,
    }
  })
  return { operations, schemas: document.components.schemas }
}

/** The schema behind a reference. */
export function resolveSchema(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return (name !== undefined && schemas[name]) || schema
}
