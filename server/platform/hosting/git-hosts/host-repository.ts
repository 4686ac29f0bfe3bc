import type { Platform } from '#platform/hosting/platform.ts'
import type { ConnectedRepository } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import type { GitHost, RegisteredGitHost } from '#platform/model/hosting/git-hosts/git-host.ts'
import {
  type GitHostClient,
  GitHostError,
  type HostRepository,
} from '#platform/model/hosting/git-hosts/git-host-client.ts'
import { hostOf, publicHosts } from '#platform/model/hosting/git-hosts/host-of.ts'

type Context = Pick<Platform, 'store' | 'gitHostClients'>

/** What Berth calls about a repository, and how. */
export interface HostAccess {
  client: GitHostClient
  /** Its token is `null` where only what everybody may read can be asked. */
  repository: HostRepository
}

/** The host that a repository is at: a registered one, before those that everybody knows. */
export async function findGitHost(
  { store }: Pick<Platform, 'store'>,
  url: string,
): Promise<{ host: RegisteredGitHost | GitHost; path: string } | undefined> {
  return hostOf<RegisteredGitHost | GitHost>(url, [
    ...(await store.gitHosts.list()),
    ...publicHosts,
  ])
}

/** Whether a repository is at a host that the operator has registered. */
export const isAtRegisteredHost = async (
  { store }: Pick<Platform, 'store'>,
  url: string,
): Promise<boolean> => hostOf(url, await store.gitHosts.list()) !== undefined

/**
 * How the host of a connected repository is called; `undefined` where nobody knows its API. The token of the connection is
 * used before that of the host.
 */
export async function hostAccessOf(
  platform: Context,
  connected: Pick<ConnectedRepository, 'url' | 'access' | 'checkedAt'>,
  signal?: AbortSignal,
): Promise<HostAccess | undefined> {
  const found = await findGitHost(platform, connected.url)
  const client = found && platform.gitHostClients.of(found.host.kind)
  if (!client) return undefined
  const { host, path } = found
  const isRegistered = 'id' in host
  const repository: HostRepository = { host, path, isRegistered, token: null }
  const { access } = connected
  if (access.by === 'token') {
    const { user, token } = access
    // Tokens of people are sent with their name there, those of repositories with this one.
    const isOfPerson = host.kind === 'bitbucket' && !/^x-(access-token|token-auth)$/.test(user)
    return { client, repository: { ...repository, token: isOfPerson ? `${user}:${token}` : token } }
  }
  const token = isRegistered ? await hostToken(client, repository, host, connected, signal) : null
  return { client, repository: { ...repository, token } }
}

/**
 * The token of the host, if it may be used for this repository: it may write to all that its account may, so whoever connects a
 * repository of others must not make Berth write to it.
 */
async function hostToken(
  client: GitHostClient,
  repository: HostRepository,
  { token, tokenUse }: RegisteredGitHost,
  { access, checkedAt }: Pick<ConnectedRepository, 'access' | 'checkedAt'>,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  if (token === null || checkedAt === null) return null
  if (tokenUse === 'all') return token
  if (access.by !== 'deploy-key') return null
  try {
    const hasKey = await client.hasDeployKey({ ...repository, token }, access.publicKey, signal)
    return hasKey ? token : null
  } catch (error) {
    const isNo = error instanceof GitHostError && error.problem !== 'unavailable'
    if (isNo) return null
    throw error
  }
}
