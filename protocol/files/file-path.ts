/**
 * Paths of files as ASCII: names are any bytes but NUL and the slash, and each byte that is not printable ASCII is `%` and two
 * hexadecimal digits, a percent sign as well.
 */
export type FilePath = string

const maxName = 255
const maxPath = 12_000
const maxDepth = 100

/** One name of a path, from text. */
export const fileName = (text: string): string =>
  Array.from(new TextEncoder().encode(text), encodedByte).join('')

/** A path from text, as people write it; slashes at the begin and end do not matter. */
export const filePath = (text: string): FilePath =>
  text.split('/').filter(Boolean).map(fileName).join('/')

const encodedByte = (byte: number) => {
  const sign = String.fromCharCode(byte)
  const isPlain = byte > 0x20 && byte < 0x7f && !'%/\\"'.includes(sign)
  return isPlain || sign === ' ' ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/** Bytes of a name. */
const bytesOf = (name: string): Uint8Array => {
  const bytes: number[] = []
  for (let at = 0; at < name.length; at += 1) {
    const isEncoded = name[at] === '%'
    bytes.push(isEncoded ? Number.parseInt(name.slice(at + 1, at + 3), 16) : name.charCodeAt(at))
    if (isEncoded) at += 2
  }
  return Uint8Array.from(bytes)
}

/** A path as text; what is no UTF-8 becomes U+FFFD. It may contain control characters. */
export const textOfPath = (path: FilePath): string =>
  path
    .split('/')
    .map((name) => new TextDecoder().decode(bytesOf(name)))
    .join('/')

const wellFormed = /^(?:[ -$&-~]|%[0-9A-Fa-f]{2})*$/

/** Why this is no path inside a folder, or `undefined`. The empty path is the folder itself. */
export function objectionToPath(path: string): string | undefined {
  if (path === '') return undefined
  if (path.length > maxPath) return 'The path is too long.'
  if (!wellFormed.test(path))
    return 'The path is not ASCII in which other bytes are percent-encoded.'
  const names = path.split('/')
  if (names.length > maxDepth) return `The path has more than ${maxDepth} names.`
  for (const name of names) {
    const bytes = bytesOf(name)
    if (bytes.length === 0) return 'The path has an empty name.'
    if (bytes.length > maxName) return `A name in the path is longer than ${maxName} bytes.`
    if (bytes.includes(0) || bytes.includes(0x2f)) return 'A name in the path has a NUL or a slash.'
    const isDots = bytes.every((byte) => byte === 0x2e) && bytes.length <= 2
    if (isDots) return 'The path has a name that is `.` or `..`.'
  }
  return undefined
}

/** A name or path for people: as text, unless that would hide something; then as it is. */
export function shownPath(path: FilePath): string {
  const text = textOfPath(path)
  return /[\p{C}\p{Zl}\p{Zp}\ufffd]/u.test(text) ? path : text
}
