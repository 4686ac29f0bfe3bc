import { basename, dirname, join } from 'node:path'

/** A file of a Maven repository, as a path of Coursier's cache and as an address. */
export interface Artifact {
  path: string
  url: string
}

/** Where Coursier keeps what comes from a repository: `https/host/path/`. */
export function cachePrefix(repository: string): string | undefined {
  const url = URL.parse(repository)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    return undefined
  }
  const folder = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`
  return `${url.protocol.slice(0, -1)}/${encodeURIComponent(url.host)}${folder}`
}

/** Names in a Maven repository; a hidden file is one of Coursier's own. */
const name = /^[A-Za-z0-9_][A-Za-z0-9._+~-]{0,199}$/
/** What never changes once it is published; lists of versions do. */
const kinds = /\.(?:jar|pom|module|xml)$/
const minNames = 3
const maxNames = 24
const maxLength = 600

/**
 * The artifact at a path of a cache that a tenant has filled; `undefined` for anything that is not a released file of one of
 * these repositories.
 */
export function artifactAt(path: string, repositories: readonly string[]): Artifact | undefined {
  if (path.length > maxLength) return undefined
  for (const repository of repositories) {
    const prefix = cachePrefix(repository)
    if (prefix === undefined || !path.startsWith(prefix)) continue
    const names = path.slice(prefix.length).split('/')
    const isPlain = names.every((one) => name.test(one) && !one.includes('SNAPSHOT'))
    const file = names.at(-1) ?? ''
    if (!isPlain || names.length < minNames || names.length > maxNames) return undefined
    if (!kinds.test(file) || file.startsWith('maven-metadata')) return undefined
    const base = repository.endsWith('/') ? repository : `${repository}/`
    return { path, url: new URL(names.join('/'), base).href }
  }
  return undefined
}

/** Where Coursier keeps the published SHA-1 of a file. */
export const checksumPath = (path: string): string => `${path}.sha1`

/** Where Coursier keeps the bytes of the SHA-1 that it has computed of a file. */
export const computedChecksumPath = (path: string): string =>
  join(dirname(path), `.${basename(path)}__sha1.computed`)
