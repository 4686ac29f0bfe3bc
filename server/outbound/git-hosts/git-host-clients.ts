import { createProviderClient } from '#outbound/providers/provider-client.ts'
import type { GitHostKind } from '#platform/model/hosting/git-hosts/git-host.ts'
import type {
  GitHostClient,
  GitHostClients,
} from '#platform/model/hosting/git-hosts/git-host-client.ts'
import type { ProviderClient } from '#platform/model/marketplace/provider-client.ts'
import { createBitbucketClient } from './bitbucket.ts'
import { createGitHostApi, type GitHostApiOptions } from './git-host-api.ts'
import { createGiteaClient } from './gitea.ts'
import { createGithubClient, githubHeaders } from './github.ts'
import { createGitlabClient } from './gitlab.ts'

/**
 * The client of each kind of host. Hosts that everybody knows are called as webhooks are; those of the operator may be at
 * private addresses, and without TLS.
 */
export function createGitHostClients(
  httpClient: Pick<ProviderClient, 'call'>,
  authorities: readonly string[],
): GitHostClients {
  const registeredClient = createProviderClient({
    allowed: 'all',
    authorities,
    allowsPlainHttp: true,
  })
  const http: Pick<GitHostApiOptions, 'httpClient' | 'registeredClient'> = {
    httpClient,
    registeredClient,
  }
  const github = { ...http, headers: githubHeaders }
  const gitea = createGiteaClient(createGitHostApi(http))
  const clients: Partial<Record<GitHostKind, GitHostClient>> = {
    github: createGithubClient(createGitHostApi(github)),
    gitlab: createGitlabClient(createGitHostApi(http)),
    gitea,
    forgejo: gitea,
    bitbucket: createBitbucketClient(createGitHostApi(http)),
  }
  return { of: (kind) => clients[kind] }
}
