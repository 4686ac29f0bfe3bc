export type JsonObject = Record<string, unknown>

/** Whether a value is a JSON object: not an array and not null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Own property of an object; never an inherited one. */
export const own = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** Type of a value, for messages. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Copy of an object of texts without a prototype, so that hostile keys are harmless. */
export function textMap(entries: Iterable<readonly [string, string]>): Record<string, string> {
  const map: Record<string, string> = Object.create(null)
  for (const [key, value] of entries) map[key] = value
  return map
}

/** Whether a text has control characters, which neither a header nor a variable may contain. */
export const hasControls = (text: string): boolean => /[\x00-\x1f\x7f]/.test(text)
