/** What the page says about an operation. */
export interface CallableOperation {
  method: string
  path: string
  segments: readonly string[]
  query: readonly string[]
  body?: string
  /** Whether a session of a page may call it. */
  isForPages: boolean
}

/** The versions beside each other in a folder. */
export interface VersionList {
  /** The one in the folder itself; absent where only numbered ones are. */
  current?: string
  /** Those in folders such as `v0.2.0`, newest first. */
  others: string[]
}

/** The path with the values of the form; empty parameters of the query are left out. */
export function pathOf(
  { path, query }: Pick<CallableOperation, 'path' | 'query'>,
  valueFor: (name: string) => string,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueFor(name)))
  const given = query.filter((name) => valueFor(name) !== '')
  const search = new URLSearchParams(given.map((name): [string, string] => [name, valueFor(name)]))
  return given.length === 0 ? filled : `${filled}?${search}`
}
