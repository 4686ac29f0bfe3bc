import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import type { Schema } from './schema.ts'

/** Fields of a form as an object for a schema: its numbers and booleans are no texts. `undefined` without any field. */
export function formFields(
  fields: readonly (readonly [name: string, text: string])[],
  schema: Schema,
): Record<string, unknown> | undefined {
  if (fields.length === 0) return undefined
  const properties = propertiesOf(jsonSchemaOf(schema))
  return Object.fromEntries(fields.map(([name, text]) => [name, typed(text, properties.get(name))]))
}

/** A schema, or the alternatives of one that may be absent. */
const alternativesOf = (schema: JsonSchema): JsonSchema[] =>
  schema.anyOf ? (schema.anyOf as JsonSchema[]) : [schema]

const propertiesOf = (schema: JsonSchema): Map<string, JsonSchema> =>
  new Map(
    alternativesOf(schema).flatMap(({ properties = {} }) =>
      Object.entries(properties as Record<string, JsonSchema>),
    ),
  )

function typed(text: string, schema: JsonSchema = {}): unknown {
  const types = alternativesOf(schema).map(({ type }) => type)
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  const isNumeric = types.includes('number') || types.includes('integer')
  return isNumeric && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}
