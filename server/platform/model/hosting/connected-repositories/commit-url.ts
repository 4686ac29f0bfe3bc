import type { GitHost, GitHostKind } from '#platform/model/hosting/git-hosts/git-host.ts'
import { parseRepositoryUrl } from './repository-url.ts'

/**
 * The page of a commit at the host of its repository, by the paths that hosts have. A host that is not known tells its
 * kind by its name; one that has no pages answers it with an error of its own.
 */
export function commitUrl(
  repository: string,
  commit: string,
  known?: { host: Pick<GitHost, 'kind' | 'url'>; path: string },
): string {
  if (known) return `${known.host.url}/${known.path}${pathOf(known.host.kind, commit)}`
  const { scheme, host, port, path } = parseRepositoryUrl(repository)
  // The port of SSH says nothing about that of the pages.
  const hasOwnPort = (scheme === 'https' && port !== 443) || (scheme === 'http' && port !== 80)
  const shownHost = host.includes(':') ? `[${host}]` : host
  const place = hasOwnPort ? `${shownHost}:${port}` : shownHost
  const origin = `${scheme === 'http' ? 'http' : 'https'}://${place}`
  return `${origin}/${path.replace(/\.git$/, '')}${pathOf(kindByName(host), commit)}`
}

const kindByName = (host: string): GitHostKind =>
  host.includes('bitbucket') ? 'bitbucket' : host.includes('gitlab') ? 'gitlab' : 'git'

function pathOf(kind: GitHostKind, commit: string): string {
  if (kind === 'bitbucket') return `/commits/${commit}`
  return kind === 'gitlab' ? `/-/commit/${commit}` : `/commit/${commit}`
}
