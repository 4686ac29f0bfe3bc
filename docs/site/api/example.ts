import type { JsonSchema } from '#kit/json-schema.ts'

const uuid = '3f0a1c52-7d8e-4b69-9a41-5c2e8f7b6d10'

/** Values for names that say what their text is. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/^(ownerId|owner|organisationId|orgaId|organisation)$/, `orga_${uuid}`],
  [/^(applicationId|appId|app_id|application)$/, `app_${uuid}`],
  [/^(userId|user_id|authorId)$/, `user_${uuid}`],
  [/^(addonId|addon_id)$/, `addon_${uuid}`],
  [/Id$|^id$|_id$|uuid/, uuid],
  [/email|^mail$|recipient/i, 'ada@example.com'],
  [/(url|uri|href|callback|endpoint|website|link)$/i, 'https://example.com/hello'],
  [/(at|date|since|until|start|end|from|to|expiration|time)$/i, '2026-11-18T12:00:00.000Z'],
  [/^(domain|fqdn|host|hostname)$/i, 'shop.example.com'],
  [/^(zone|region)$/i, 'par'],
  [/^(type|instanceType)$/i, 'node'],
  [/^(flavor|size|minFlavor|maxFlavor)$/i, 'S'],
  [/^(branch)$/i, 'master'],
  [/commit|sha/i, '4d0f7a9c2b1e8f6a5c3d2e1f0a9b8c7d6e5f4a3b'],
  [/^(country|countryCode)$/i, 'FR'],
  [/currency/i, 'EUR'],
  [/amount|price|cost|total/i, '12.50'],
  [/password|secret/i, 'correct horse battery staple'],
  [/^(locale|lang|language)$/i, 'en'],
  [/name$/i, 'my-shop'],
  [/description|summary|message|text|subject/i, 'Our shop'],
  [/^(plan|planId)$/i, 'dev'],
  [/^(key|publicKey|sshKey)$/i, 'AAAAC3NzaC1lZDI1NTE5AAAAIExample'],
  [/^(version)$/i, '1.0.0'],
]

/**
 * A value that fits a schema. Of an object that is sent it has what must be there, or everything when nothing must; of an
 * answer it has everything.
 */
export function exampleOf(schema: JsonSchema, use: 'body' | 'answer', name = 'value'): unknown {
  const { default: usual, examples } = schema
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (examples?.[0] !== undefined) return examples[0]
  if (usual !== undefined) return usual
  const options = schema.anyOf ?? schema.oneOf
  if (options) return exampleOfFirst(options, use, name)
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((one) => exampleOf(asSchema(one), use, name)))
  switch (typeOf(schema)) {
    case 'object':
      return exampleObject(schema, use, name)
    case 'array':
      return exampleArray(schema, use, name)
    case 'integer':
    case 'number':
      return exampleNumber(schema)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'string':
      return exampleText(schema, name)
    default:
      return {}
  }
}

const asSchema = (one: JsonSchema | boolean): JsonSchema => (typeof one === 'boolean' ? {} : one)

/** The first option that is something. */
function exampleOfFirst(
  options: readonly (JsonSchema | boolean)[],
  use: 'body' | 'answer',
  name: string,
): unknown {
  const schemas = options.map(asSchema)
  const [first = {}] = schemas.filter(({ type }) => type !== 'null')
  return exampleOf(first, use, name)
}

function typeOf({ type, properties, items, prefixItems }: JsonSchema): string | undefined {
  const [named] = [type ?? []].flat().filter((one) => one !== 'null')
  if (named) return named
  if (properties) return 'object'
  return items || prefixItems ? 'array' : type === 'null' ? 'null' : undefined
}

function exampleObject(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  use: 'body' | 'answer',
  name: string,
): Record<string, unknown> {
  const names = Object.keys(properties)
  const shown =
    use === 'body' && required.length > 0 ? names.filter((one) => required.includes(one)) : names
  const entries = shown.map((key): [string, unknown] => [
    key,
    exampleOf(asSchema(properties[key] ?? {}), use, key),
  ])
  if (names.length === 0 && typeof additionalProperties === 'object')
    entries.push(['NAME', exampleOf(additionalProperties, use, name)])
  return Object.fromEntries(entries)
}

function exampleArray(
  { items, prefixItems = [] }: JsonSchema,
  use: 'body' | 'answer',
  name: string,
): unknown[] {
  const single = name.replace(/s$/, '')
  if (prefixItems.length > 0) return prefixItems.map((one) => exampleOf(asSchema(one), use, single))
  return items && typeof items === 'object' && !Array.isArray(items)
    ? [exampleOf(items, use, single)]
    : []
}

function exampleNumber({ minimum, maximum }: JsonSchema): number {
  const least = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : 1
  return maximum === undefined ? Math.max(least, 1) : Math.min(Math.max(least, 1), maximum)
}

function exampleText(
  { pattern, format, minLength = 0, maxLength }: JsonSchema,
  name: string,
): string {
  if (format === 'binary') return '(bytes)'
  const prefix = /^\^\(?(\w+)[|)\w]*_/.exec(pattern ?? '')?.[1]
  const known = texts.find(([names]) => names.test(name))?.[1] ?? name
  const candidates = [known, `${prefix}_${uuid}`, uuid, '2026-11', 'abc', '1']
  const fits = (text: string) =>
    (pattern === undefined || new RegExp(pattern, 'u').test(text)) &&
    text.length >= minLength &&
    (maxLength === undefined || text.length <= maxLength)
  return candidates.find(fits) ?? known.padEnd(minLength, 'x').slice(0, maxLength)
}
