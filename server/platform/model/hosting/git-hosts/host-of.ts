import { parseRepositoryUrl } from '#platform/model/hosting/connected-repositories/repository-url.ts'
import type { GitHost, GitHostKind } from './git-host.ts'

const known = (kind: GitHostKind, name: string, host: string, apiUrl: string): GitHost => ({
  kind,
  name,
  url: `https://${host}`,
  apiUrl,
  sshPort: 22,
})

/** Hosts that need no registration. */
export const publicHosts: readonly GitHost[] = [
  known('github', 'GitHub', 'github.com', 'https://api.github.com'),
  known('gitlab', 'GitLab', 'gitlab.com', 'https://gitlab.com/api/v4'),
  known('bitbucket', 'Bitbucket', 'bitbucket.org', 'https://api.bitbucket.org/2.0'),
  known('forgejo', 'Codeberg', 'codeberg.org', 'https://codeberg.org/api/v1'),
  known('gitea', 'Gitea', 'gitea.com', 'https://gitea.com/api/v1'),
]

/** Where a host of a kind has its API, unless it says otherwise; its URL has no trailing slash. */
export function usualApiUrl(kind: GitHostKind, url: string): string {
  const paths: Record<GitHostKind, string> = {
    github: '/api/v3',
    gitlab: '/api/v4',
    gitea: '/api/v1',
    forgejo: '/api/v1',
    bitbucket: '/2.0',
    git: '',
  }
  return kind === 'git' ? '' : `${url}${paths[kind]}`
}

/** The host among these that a repository is at, with the path of the repository there: `owner/name`. */
export function hostOf<Host extends GitHost>(
  repository: string,
  hosts: readonly Host[],
): { host: Host; path: string } | undefined {
  const { scheme, host: name, port, path } = parseRepositoryUrl(repository)
  const plain = path.replace(/\.git$/, '')
  for (const host of hosts) {
    const url = new URL(host.url)
    if (url.hostname.replace(/^\[|\]$/g, '') !== name) continue
    if (scheme === 'ssh') {
      if (port === host.sshPort) return { host, path: plain }
      continue
    }
    const folder = url.pathname.replace(/^\/|\/$/g, '')
    const isOrigin = url.protocol === `${scheme}:` && portOf(url) === port
    if (!isOrigin) continue
    if (folder === '') return { host, path: plain }
    if (plain.startsWith(`${folder}/`)) return { host, path: plain.slice(folder.length + 1) }
  }
  return undefined
}

const portOf = ({ port, protocol }: URL) =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
