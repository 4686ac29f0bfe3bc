import { withoutTrailingSlashes } from '#kit/net/slashes.ts'

/** The parts of a repository's URL that decide how it is read. */
export interface RepositoryUrl {
  scheme: 'https' | 'http' | 'ssh'
  host: string
  /** Of the scheme, where the URL names none. */
  port: number
  /** Login name; empty where the URL has none. */
  user: string
  /** Without the slash that it begins with. */
  path: string
  /** As git understands it. */
  href: string
}

const maxLength = 500
const ports = { https: 443, http: 80, ssh: 22 }
/** `git@host:owner/name`, which is not a URL. */
const scpPattern = /^(?:([A-Za-z0-9][\w.-]*)@)?([A-Za-z0-9][A-Za-z0-9.-]*):(?!\/\/|:)(.+)$/
const userPattern = /^[A-Za-z0-9_][\w.-]*$/
const hostPattern = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/
/** What no Git host puts into a path, and a shell, a configuration or a line of a log would read as more than that. */
const pathPattern = /^[\w.~%+@=,/-]+$/

/**
 * Parses the URL of a repository, or of its page at a host; throws a sentence. Only what git reads over a network is
 * taken: no path, no `file:`, no helper program (`ext::`).
 */
export function parseRepositoryUrl(given: string): RepositoryUrl {
  const text = given.trim()
  if (text.length > maxLength) throw new Error(`is longer than ${maxLength} characters`)
  const scp = scpPattern.exec(text)
  const url = scp ? urlOf(`ssh://${scp[1] ?? 'git'}@${scp[2]}/${scp[3]}`) : urlOf(text)
  const scheme = url?.protocol.slice(0, -1)
  if (!url || (scheme !== 'https' && scheme !== 'http' && scheme !== 'ssh')) {
    throw new Error('is not the URL of a repository, such as https://host/owner/name.git')
  }
  if (url.password || (url.username && scheme !== 'ssh')) {
    throw new Error('contains a password: give it as the token instead')
  }
  if (url.search || url.hash) throw new Error('must not have a query or a fragment')
  const hasIpv6 = url.hostname.startsWith('[')
  const host = hasIpv6 ? url.hostname.slice(1, -1) : url.hostname.toLowerCase()
  if (!hasIpv6 && !hostPattern.test(host)) throw new Error('has no valid host name')
  const path = withoutTrailingSlashes(url.pathname).replace(/^\/+/, '')
  const isPath = path !== '' && pathPattern.test(path) && !path.split('/').includes('..')
  if (!isPath || path.startsWith('-')) throw new Error('has no valid path')
  const user = url.username || (scheme === 'ssh' ? 'git' : '')
  if (user && !userPattern.test(user)) throw new Error('has no valid user name')
  const port = url.port ? Number(url.port) : ports[scheme]
  const shownHost = hasIpv6 ? `[${host}]` : host
  const place = port === ports[scheme] ? shownHost : `${shownHost}:${port}`
  const login = scheme === 'ssh' ? `${user}@` : ''
  return { scheme, host, port, user, path, href: `${scheme}://${login}${place}/${path}` }
}

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)
