export type JsonObject = Record<string, unknown>

/** Whether a value is an object as JSON means it: no list and not null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an object holds itself under a key; never what it inherits. */
export const own = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** What a value is, for a sentence. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** The copy of an object of texts, with no prototype that a hostile key could reach. */
export function textMap(entries: Iterable<readonly [string, string]>): Record<string, string> {
  const map: Record<string, string> = Object.create(null)
  for (const [key, value] of entries) map[key] = value
  return map
}

/** Whether a text has characters that neither a header nor a variable may hold. */
export const hasControls = (text: string): boolean => /[\x00-\x1f\x7f]/.test(text)
