/** An address in the parts that the router takes. */
export function splitAddress(to: string): { to: string; search: never; hash?: string } {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(to) ?? []
  const search = Object.fromEntries(new URLSearchParams(query)) as never
  return hash === '' ? { to: path, search } : { to: path, search, hash }
}

/** The query of an address as plain strings: `?since=1h`. */
export const parseSearch = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query))

/** Without what is empty. */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, String(value)]),
  )
  return query.size === 0 ? '' : `?${query}`
}
