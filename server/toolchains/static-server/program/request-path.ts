/** Path of a request, decoded, without its empty parts. */
export interface RequestPath {
  segments: string[]
  /** Whether it ends with a slash, as the path of a folder does. */
  isFolder: boolean
}

/** Decodes the path of a request; `undefined` for one that no file can have and no browser sends. */
export function parseRequestPath(url: string): RequestPath | undefined {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  if (!path.startsWith('/')) return undefined
  const decoded = path.split('/').map(decode)
  const segments: string[] = []
  for (const segment of decoded) {
    // An encoded slash would make two names of one after the check of each.
    if (segment === undefined || /[/\\\0]/.test(segment)) return undefined
    if (segment === '.' || segment === '..') return undefined
    if (segment !== '') segments.push(segment)
  }
  return { segments, isFolder: path.endsWith('/') }
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Whether a path may be served: dot files are private, except what `.well-known` publishes by its definition (RFC 8615). */
export function isPublic(segments: readonly string[], hidden: readonly string[]): boolean {
  const [first = '', ...others] = segments
  if (hidden.includes(first)) return false
  const below = first === '.well-known' ? others : segments
  return !below.some((segment) => segment.startsWith('.'))
}

/** The same path as that of a folder, with the query; it begins with one slash, because two would name another host. */
export function asFolder({ segments }: RequestPath, url: string): string {
  const query = url.indexOf('?')
  const path = `/${segments.map(encodeURIComponent).join('/')}/`
  return query === -1 ? path : path + url.slice(query)
}
