import type { JsonSchema } from '#kit/json-schema.ts'

/** Formats a JSON Schema as a TypeScript type in one line. */
export function shapeText(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return unionText(schema.anyOf as JsonSchema[])
  if (schema.type === 'array') return listText(shapeText(schema.items as JsonSchema))
  if (schema.type === 'object') return objectText(schema)
  return typeof schema.type === 'string' ? schema.type : 'any'
}

/** Omits `null`, which the question mark of the name stands for. */
const unionText = (options: readonly JsonSchema[]) =>
  options
    .filter(({ type }) => type !== 'null')
    .map(shapeText)
    .join(' | ')

const listText = (item: string) =>
  /[ |]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`

function objectText({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  if (typeof additionalProperties === 'object')
    return `{ [name]: ${shapeText(additionalProperties as JsonSchema)} }`
  const fields = Object.entries(properties as Record<string, JsonSchema>)
    .filter(([, inner]) => !isUnsupported(inner))
    .map(([name, inner]) => `${name}${required.includes(name) ? '' : '?'}: ${shapeText(inner)}`)
  return `{ ${fields.join('; ')} }`
}

/** Fields that exist only to be refused. */
const isUnsupported = ({ anyOf = [] }: JsonSchema): boolean =>
  (anyOf as JsonSchema[]).some(({ description }) => description?.startsWith('Not supported'))
