import { errorAnswer, errorV4Answer } from '#api/answers/errors.ts'
import type { Endpoint } from '#api/http/endpoint.ts'
import { type JsonSchema, jsonSchemaOf } from '#kit/json-schema.ts'
import { encodingOf, type Schema } from '#kit/schema.ts'

/** A named schema that operations refer to. */
export interface Component {
  name: string
  json: JsonSchema
}

/** The two error shapes. */
export const errorSchemas = {
  Error: jsonSchemaOf(errorAnswer),
  ErrorV4: jsonSchemaOf(errorV4Answer),
} as const

/** JSON schemas of bodies and responses, each once; one shared by several endpoints is named after the first. */
export function schemaComponents(endpoints: readonly Endpoint[]): Map<Schema, Component> {
  const components = new Map<Schema, Component>()
  const add = (schema: Schema | undefined, name: string) => {
    if (!schema || encodingOf(schema) !== 'json' || components.has(schema)) return
    components.set(schema, { name, json: jsonSchemaOf(schema) })
  }
  for (const endpoint of endpoints) {
    add(endpoint.body, `${nameOf(endpoint)}.body`)
    add(endpoint.answer, `${nameOf(endpoint)}.answer`)
  }
  return components
}

export const refTo = ({ name }: Pick<Component, 'name'>) => ({
  $ref: `#/components/schemas/${name}`,
})

/** `PUT /v2/self/keys/:name` as `put-v2-self-keys-name`; a trailing slash makes a separate name. */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string =>
  [method.toLowerCase(), ...path.replace(/\/$/, '/slash').split(/[^A-Za-z0-9_]+/)]
    .filter(Boolean)
    .join('-')
