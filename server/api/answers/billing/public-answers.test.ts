import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#api/endpoints.ts'
import { type JsonSchema, jsonSchemaOf } from '#kit/json-schema.ts'
import { keyOf } from '#tests/laws/matrix/entries.ts'
import {
  openAnswers,
  type PublicType,
  publicAnswers,
} from '#tests/support/billing/public-answers.ts'

const isBilling = (key: string) => /payments|\/credits|consumptions|preorders/.test(key)
const declared = endpoints.filter(
  ({ path, answer }) => path.startsWith('/v2/organisations/') && isBilling(path) && answer,
)

/** Differences of a declared answer from what public clients expect, each with its place. */
function differences(json: JsonSchema, wanted: PublicType, place = ''): string[] {
  if (typeof wanted === 'string') return scalarDifferences(json, wanted.split('|'), place)
  if (Array.isArray(wanted)) {
    const [item] = wanted as [PublicType]
    if (json.type !== 'array') return [`${place} is not a list`]
    return differences(json.items as JsonSchema, item, `${place}[]`)
  }
  const properties = json.properties as Record<string, JsonSchema> | undefined
  if (json.type !== 'object' || !properties) return [`${place} is not an object`]
  return Object.entries(wanted).flatMap(([name, type]) => {
    const ours = properties[name]
    return ours ? differences(ours, type, `${place}.${name}`) : [`${place}.${name} is missing`]
  })
}

function scalarDifferences(json: JsonSchema, wanted: string[], place: string): string[] {
  const [type = ''] = wanted
  if (wanted.length > 1) {
    const odd = (json.enum as string[] | undefined)?.filter((value) => !wanted.includes(value))
    return odd?.length === 0 ? [] : [`${place} has other values: ${odd ?? 'any'}`]
  }
  const isNarrower = type === 'number' && json.type === 'integer'
  return json.type === type || isNarrower ? [] : [`${place} is ${json.type}, not ${type}`]
}

test('billing answers: every endpoint that the public description knows declares its fields and types', () => {
  for (const [key, wanted] of Object.entries(publicAnswers)) {
    const found = endpoints.find((endpoint) => keyOf(endpoint) === key)
    assert.ok(found?.answer, key)
    assert.deepEqual(differences(jsonSchemaOf(found.answer), wanted), [], key)
  }
})

test('billing answers: no endpoint of billing is left out of the comparison', () => {
  const compared = [...Object.keys(publicAnswers), ...openAnswers]
  assert.deepEqual(declared.map(keyOf).toSorted(), compared.toSorted())
})

test('billing answers: the comparison notices a missing field, another type and another value', () => {
  const json: JsonSchema = {
    type: 'object',
    properties: { price: { type: 'number' }, status: { enum: ['PAID', 'LOST'] } },
  }
  const wanted: PublicType = {
    price: 'integer',
    status: 'PAID|PENDING',
    target: 'string',
    lines: ['string'],
  }
  assert.deepEqual(differences(json, wanted), [
    '.price is number, not integer',
    '.status has other values: LOST',
    '.target is missing',
    '.lines is missing',
  ])
})
