import { replaceLiterals } from '#kit/text/replace-literals.ts'

const blot = '•••'
const maxText = 4_000
/** Keys whose values are always redacted. */
const secretMaps = new Set(['config', 'options', 'env'])
const secretKey = /pass|secret|token|salt|credential|authorization|api_?key/i
const variableKey = /^[A-Z][A-Z0-9_]{2,}$/
/** Patterns for bodies that are not JSON: key-value pairs and database URLs. */
const secretPair =
  /("(?:[A-Z][A-Z0-9_]{2,}|[a-z_-]*(?:password|secret|token|salt))"\s*:\s*)"[^"]*"?/g
const userInfo = /(:\/\/)[^\s/@"'<>]*@/g
const minSecret = 4
/** Only the beginning of long bodies is read, because providers choose how much they send. */
const maxRead = 64 * 1024
const maxFound = 200
/** Shorter values, such as a port, would match other text by chance. */
const minFound = 8

/** A body for display, truncated, with values of variables, passwords and the given secrets redacted. */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter(({ length }) => length >= minSecret)
  const { open, found } = blotted(text)
  const values = [...known, ...found.slice(0, maxFound)]
  // Too many values to search for; the sender controls them, so everything is redacted.
  if (values.reduce((sum, { length }) => sum + length, 0) > maxRead) return blot
  const rest = replaceLiterals(values, blot)(open.slice(0, maxRead))
  return shorten(rest.replace(userInfo, `$1${blot}@`), maxText)
}

/** The provider's message without the values it gives, for users who may see the add-on but not its values. */
export const withoutValues = (said: string, values: Readonly<Record<string, string>>): string =>
  redact(
    said,
    Object.values(values).filter(({ length }) => length >= minFound),
  )

/** Truncates a text, with an ellipsis. */
export const shorten = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text

function blotted(text: string): { open: string; found: string[] } {
  const found: string[] = []
  try {
    const open = JSON.stringify(JSON.parse(text), (key, value) =>
      isSecret(key) ? hide(value, found) : value,
    )
    return { open, found }
  } catch {
    return { open: text.replace(secretPair, `$1"${blot}"`), found }
  }
}

const isSecret = (key: string) =>
  secretMaps.has(key) || secretKey.test(key) || variableKey.test(key)

/** The same structure with every value redacted. */
function hide(value: unknown, found: string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => hide(one, found))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hide(one, found)]))
  }
  if (typeof value === 'string' && value.length >= minFound) found.push(value)
  return blot
}
