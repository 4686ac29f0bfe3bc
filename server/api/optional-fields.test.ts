import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type JsonSchema, jsonSchemaOf } from '#kit/json-schema.ts'
import { documentedSchemaOf, encodingOf, read, type Schema } from '#kit/schema.ts'
import { everyEndpoint } from '#tests/laws/matrix/entries.ts'

const propertiesOf = (json: JsonSchema) =>
  Object.entries((json.properties ?? {}) as Record<string, JsonSchema>)

const takesNull = ({ anyOf = [] }: JsonSchema) =>
  (anyOf as JsonSchema[]).some(({ type }) => type === 'null')

/** The object schema of a body, unwrapped if optional. */
function objectOf(schema: Schema): JsonSchema {
  const json = jsonSchemaOf(schema)
  return takesNull(json) ? ((json.anyOf as JsonSchema[])[0] ?? {}) : json
}

/** Minimal value of a schema: required fields only. */
function leastOf(json: JsonSchema): unknown {
  if (json.enum) return json.enum[0]
  if (json.type === 'object')
    return Object.fromEntries(
      propertiesOf(json)
        .filter(([name]) => json.required?.includes(name))
        .map(([name, inner]) => [name, leastOf(inner)]),
    )
  if (json.type === 'array') return []
  if (json.type === 'boolean') return true
  return json.type === 'number' || json.type === 'integer' ? 1 : 'x'
}

function readField(schema: Schema, body: object, name: string) {
  const { value, problems } = read(schema, body)
  assert.equal(problems, undefined)
  return (value as Record<string, unknown>)[name]
}

let count = 0
for (const { method, path, body } of everyEndpoint) {
  if (!body || encodingOf(body) !== 'json' || documentedSchemaOf(body)) continue
  const json = objectOf(body)
  const least = leastOf(json) as object
  test(`optional fields: ${method} ${path} accepts the required fields alone, and needs all of them`, () => {
    assert.equal(read(body, least).problems, undefined)
    for (const name of json.required ?? [])
      assert.deepEqual([...(read(body, { ...least, [name]: undefined }).problems ?? [])].length, 1)
  })
  for (const [name] of propertiesOf(json).filter(([, inner]) => takesNull(inner))) {
    count += 1
    test(`optional fields: ${method} ${path} accepts ${name} absent, null or empty`, () => {
      assert.equal(readField(body, least, name), undefined)
      assert.equal(readField(body, { ...least, [name]: null }, name), undefined)
      const empty = readField(body, { ...least, [name]: '' }, name)
      assert.ok(empty === undefined || empty === '', 'only a text can be cleared')
    })
  }
}

test('optional fields: the list is not empty', () => assert.ok(count > 60, `${count}`))
