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
