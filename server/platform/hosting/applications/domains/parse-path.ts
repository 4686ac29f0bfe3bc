const maxPath = 255

/**
 * Parses the path of a domain. Only characters that need no encoding, because the router compares it with the path as
 * the visitor sent it, and an encoded one can be written in several ways.
 */
export function parsePath(text: string, refuse: (why: string) => never): string {
  const path = text.replace(/\/$/, '')
  if (path === '') return '/'
  if (path.length > maxPath) return refuse(`its path has more than ${maxPath} characters`)
  const segments = path.slice(1).split('/')
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    return refuse('its path contains the segment . or ..')
  }
  if (segments.some((segment) => !/^[A-Za-z0-9._~-]+$/.test(segment))) {
    return refuse(
      'a path consists of segments of letters of ASCII, digits, dots, dashes, underscores and tildes, with one slash between',
    )
  }
  return path
}
