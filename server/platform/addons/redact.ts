const blot = '•••'
const longest = 4_000
/** Parts of a body that may be secret whatever they hold. */
const secretMaps = new Set(['config', 'options', 'env'])
const secretKey = /pass|secret|token|salt|credential|authorization|api_?key|^[A-Z][A-Z0-9_]{2,}$/
/** What is not JSON may still look like it, or hold the address of a database. */
const secretPair =
  /("(?:[A-Z][A-Z0-9_]{2,}|[a-z_-]*(?:password|secret|token|salt))"\s*:\s*)"[^"]*"?/g
const userInfo = /(:\/\/)[^\s/@"'<>]*@/g
const shortestSecret = 4

/** A body for people to read: values of variables, passwords and what is named are blotted out, and it is shortened. */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter(({ length }) => length >= shortestSecret)
  const open = blotted(text).replace(userInfo, `$1${blot}@`)
  return shorten(
    known.reduce((part, secret) => part.replaceAll(secret, blot), open),
    longest,
  )
}

/** The beginning of a text, with a sign when there was more. */
export const shorten = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text

function blotted(text: string): string {
  try {
    return JSON.stringify(withoutSecrets(JSON.parse(text)))
  } catch {
    return text.replace(secretPair, `$1"${blot}"`)
  }
}

function withoutSecrets(value: unknown, isSecret = false): unknown {
  if (typeof value !== 'object' || value === null) return isSecret ? blot : value
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, isSecret))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      withoutSecrets(inner, isSecret || secretMaps.has(key) || secretKey.test(key)),
    ]),
  )
}
