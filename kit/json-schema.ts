import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type { MapSchema } from 'valibot'
import { bytes, documentedSchemaOf, type Schema } from './schema.ts'

export type { JsonSchema }

/** Validation rules without a JSON Schema keyword. */
const unspoken = ['check', 'finite', 'raw_check', 'transform']

/** Converts a schema to JSON Schema 2020-12, as in OpenAPI 3.1; throws for anything that cannot be expressed. */
export function jsonSchemaOf(schema: Schema): JsonSchema {
  const { $schema: _, ...json } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    // The last schema of a pipe describes the input: those before it only prepare the value.
    typeMode: 'output',
    ignoreActions: unspoken,
    overrideSchema({ valibotSchema }) {
      if (valibotSchema === bytes) return { type: 'string', format: 'binary' }
      const documented = documentedSchemaOf(valibotSchema)
      if (documented) return jsonSchemaOf(documented)
      if (valibotSchema.type !== 'map') return undefined
      const { value } = valibotSchema as unknown as MapSchema<Schema, Schema, undefined>
      return { type: 'object', additionalProperties: jsonSchemaOf(value) }
    },
  })
  return json
}
