import { isIP } from 'node:net'
import { join } from 'node:path'
import type { RepositoryAccess } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import type { RepositoryUrl } from '#platform/model/hosting/connected-repositories/repository-url.ts'

/** Files that a command needs beside its repository, in a folder of its own. */
export const remoteFiles = {
  passwd: 'passwd',
  key: 'key',
  knownHosts: 'known_hosts',
  authorities: 'authorities.pem',
} as const

export interface RemoteTarget {
  url: RepositoryUrl
  access: RepositoryAccess
  /** The only addresses that may be connected to. */
  addresses: readonly string[]
  /** Folder with the `remoteFiles`. */
  folder: string
  /** Whether `known_hosts` has the keys of the host already. */
  hasHostKeys: boolean
}

/** Configuration of every command that talks to another host, before the command itself. */
export function remoteOptions({ url, addresses }: RemoteTarget): string[] {
  const { scheme, host, port } = url
  const settings = {
    [`protocol.${scheme}.allow`]: 'always',
    'protocol.version': '2',
    // A redirect would lead to an address that nobody has checked; with it the alternates of the dumb protocol are off, too.
    'http.followRedirects': 'false',
    'http.proxy': '',
    'http.lowSpeedLimit': '1000',
    'http.lowSpeedTime': '60',
    // An address needs no resolution, and that of IPv6 does not fit into the setting.
    ...(isIP(host) === 0 && {
      'http.curloptResolve': `${host}:${port}:${addresses.map(inBrackets).join(',')}`,
    }),
    'transfer.bundleURI': 'false',
    'fetch.fsckObjects': 'true',
    // Old commits of legitimate projects have these three harmless defects.
    'fetch.fsck.badTimezone': 'ignore',
    'fetch.fsck.missingSpaceBeforeDate': 'ignore',
    'fetch.fsck.zeroPaddedFilemode': 'ignore',
  }
  return Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
}

const inBrackets = (address: string) => (address.includes(':') ? `[${address}]` : address)

/** Environment of the command. Secrets are here and in files, because everybody on the machine may read arguments. */
export function remoteEnvironment(target: RemoteTarget): Record<string, string> {
  const { url, access, folder } = target
  if (url.scheme === 'ssh') {
    return { GIT_SSH_COMMAND: sshCommand(target), GIT_SSH_VARIANT: 'ssh', HOME: folder }
  }
  const own = { GIT_SSL_CAINFO: join(folder, remoteFiles.authorities), HOME: folder }
  const header = authorization(access).authorization
  if (header === undefined) return own
  return {
    ...own,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.extraHeader',
    GIT_CONFIG_VALUE_0: `Authorization: ${header}`,
  }
}

/** Headers of HTTP with the credentials of a repository. */
export function authorization(access: RepositoryAccess): { authorization?: string } {
  if (access.by !== 'token') return {}
  const credentials = Buffer.from(`${access.user}:${access.token}`).toString('base64')
  return { authorization: `Basic ${credentials}` }
}

/** Git gives it to a shell: all parts are ours, or checked names and addresses. */
function sshCommand({ url, addresses, folder, hasHostKeys }: RemoteTarget): string {
  const { host, port } = url
  const options = {
    BatchMode: 'yes',
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    IdentityFile: join(folder, remoteFiles.key),
    HostName: addresses[0] ?? host,
    HostKeyAlias: port === 22 ? host : `${host}:${port}`,
    CheckHostIP: 'no',
    UserKnownHostsFile: join(folder, remoteFiles.knownHosts),
    GlobalKnownHostsFile: '/dev/null',
    StrictHostKeyChecking: hasHostKeys ? 'yes' : 'accept-new',
    UpdateHostKeys: 'no',
    HashKnownHosts: 'no',
    ConnectTimeout: '15',
    ServerAliveInterval: '15',
    ServerAliveCountMax: '4',
    ProxyCommand: 'none',
    PermitLocalCommand: 'no',
    ForwardAgent: 'no',
    LogLevel: 'ERROR',
  }
  const words = Object.entries(options).map(([name, value]) => `-o '${name}=${value}'`)
  return ['ssh -F /dev/null', ...words].join(' ')
}
