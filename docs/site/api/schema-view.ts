import type { JsonSchema } from '#kit/json-schema.ts'
import { escapeHtml } from '#kit/text/html.ts'

/** Shows a schema as a nested list of its properties. */
export function schemaView(schema: JsonSchema): string {
  const list = nested(schema)
  return list || `<p>${describe(schema)}</p>`
}

/** Lists inside of a schema: its properties, those of its items, and its options. */
function nested(schema: JsonSchema): string {
  if (schema.properties) return propertyList(schema)
  const { items, additionalProperties } = schema
  if (items && typeof items === 'object' && !Array.isArray(items)) return nested(items)
  if (additionalProperties && typeof additionalProperties === 'object')
    return nested(additionalProperties)
  const options = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? schema.prefixItems ?? []).filter(
    isObject,
  )
  return options.map(nested).filter(Boolean).join('\n')
}

const isObject = (one: JsonSchema | boolean): one is JsonSchema => typeof one === 'object'

function propertyList({ properties = {}, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties).map(([name, property]) => {
    const schema = isObject(property) ? property : {}
    const optional = required.includes(name) ? '' : ' <em>optional</em>'
    const about = schema.description ? ` ${escapeHtml(schema.description)}` : ''
    return `<li><code>${escapeHtml(name)}</code> <span class="type">${describe(schema)}</span>${optional}${about}${nested(schema)}</li>`
  })
  return rows.length === 0 ? '' : `<ul class="schema">\n${rows.join('\n')}\n</ul>`
}

const maxValues = 12

/** The type of a value in words. */
export function describe(schema: JsonSchema): string {
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum) return values(schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.filter(isObject).map(describe))].join(' or ')
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return schema.properties ? 'object' : 'anything'
  return types.map((type) => describeType(type, schema)).join(' or ')
}

function values(all: readonly unknown[]): string {
  const shown = all.slice(0, maxValues).map((one) => code(JSON.stringify(one)))
  return shown.join(', ') + (all.length > maxValues ? ` and ${all.length - maxValues} more` : '')
}

function describeType(type: string, schema: JsonSchema): string {
  if (type === 'array') {
    const { items } = schema
    return items && typeof items === 'object' && !Array.isArray(items)
      ? `list of ${describe(items)}`
      : 'list'
  }
  if (type === 'object' && !schema.properties && isMap(schema)) return 'object with values by name'
  if (type === 'string') return `text${limits(schema)}`
  return `${type}${range(schema)}`
}

const isMap = ({ additionalProperties }: JsonSchema) => typeof additionalProperties === 'object'

const code = (text: string) => `<code>${escapeHtml(text)}</code>`

function limits({ pattern, minLength, maxLength, format }: JsonSchema): string {
  const parts = [
    format,
    minLength !== undefined && minLength > 0 && `at least ${minLength}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    pattern !== undefined && `like ${code(pattern)}`,
  ].filter(Boolean)
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

function range({ minimum, maximum }: JsonSchema): string {
  const from = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? `from ${minimum}` : ''
  const to = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `to ${maximum}` : ''
  return from || to ? ` (${[from, to].filter(Boolean).join(' ')})` : ''
}
