import type { JsonSchema } from '#kit/json-schema.ts'

/** A JSON Schema in one line, as TypeScript would write the type. */
export function shapeText(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return unionText(schema.anyOf as JsonSchema[])
  if (schema.type === 'array') return listText(shapeText(schema.items as JsonSchema))
  if (schema.type === 'object') return objectText(schema)
  return typeof schema.type === 'string' ? schema.type : 'any'
}

/** Without `null`: the question mark of its name says it. */
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

/** What is named only to be refused. */
const isUnsupported = ({ anyOf = [] }: JsonSchema): boolean =>
  (anyOf as JsonSchema[]).some(({ description }) => description?.startsWith('Not supported'))
