import { replaceLiterals } from '#kit/text/replace-literals.ts'

const blot = '•••'
const maxText = 4_000
/** Parts of a body that may be secret whatever they hold. */
const secretMaps = new Set(['config', 'options', 'env'])
const secretKey = /pass|secret|token|salt|credential|authorization|api_?key/i
const variableKey = /^[A-Z][A-Z0-9_]{2,}$/
/** What is not JSON may still look like it, or hold the address of a database. */
const secretPair =
  /("(?:[A-Z][A-Z0-9_]{2,}|[a-z_-]*(?:password|secret|token|salt))"\s*:\s*)"[^"]*"?/g
const userInfo = /(:\/\/)[^\s/@"'<>]*@/g
const minSecret = 4
/** Of longer bodies, and of more values, only the beginning is looked at: providerClient choose how much they send. */
const maxRead = 64 * 1024
const maxFound = 200
/** Shorter values of variables, such as a port, stand in other texts by chance. */
const minFound = 8

/** A body for people to read: values of variables, passwords and what is named are blotted out, and it is shortened. */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter(({ length }) => length >= minSecret)
  const { open, found } = blotted(text)
  const values = [...known, ...found.slice(0, maxFound)]
  // Whoever sends so many values chooses what is in them, and nobody can read it anyway.
  if (values.reduce((sum, { length }) => sum + length, 0) > maxRead) return blot
  const rest = replaceLiterals(values, blot)(open.slice(0, maxRead))
  return shorten(rest.replace(userInfo, `$1${blot}@`), maxText)
}

/** What a provider says about values that it gives, for everybody who may look at the add-on but not at the values. */
export const withoutValues = (said: string, values: Readonly<Record<string, string>>): string =>
  redact(
    said,
    Object.values(values).filter(({ length }) => length >= minFound),
  )

/** The beginning of a text, with a sign when there was more. */
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

/** The same shape with every value blotted out. */
function hide(value: unknown, found: string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => hide(one, found))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hide(one, found)]))
  }
  if (typeof value === 'string' && value.length >= minFound) found.push(value)
  return blot
}
