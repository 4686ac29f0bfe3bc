import { parseRepositoryUrl } from './repository-url.ts'

/**
 * The page of a commit at the host of its repository, by the paths that hosts have; which kind a host is tells its name.
 * A host that has no pages answers it with an error of its own.
 */
export function commitUrl(repository: string, commit: string): string {
  const { scheme, host, port, path } = parseRepositoryUrl(repository)
  // The port of SSH says nothing about that of the pages.
  const hasOwnPort = (scheme === 'https' && port !== 443) || (scheme === 'http' && port !== 80)
  const shownHost = host.includes(':') ? `[${host}]` : host
  const place = hasOwnPort ? `${shownHost}:${port}` : shownHost
  const origin = `${scheme === 'http' ? 'http' : 'https'}://${place}`
  const page = path.replace(/\.git$/, '')
  if (host.includes('bitbucket')) return `${origin}/${page}/commits/${commit}`
  if (host.includes('gitlab')) return `${origin}/${page}/-/commit/${commit}`
  return `${origin}/${page}/commit/${commit}`
}
