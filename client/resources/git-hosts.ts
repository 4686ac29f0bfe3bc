import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'

export type GitHostKind = 'github' | 'gitlab' | 'gitea' | 'forgejo' | 'bitbucket' | 'git'

/** A Git host of the operator, without its token. */
export interface GitHost {
  id: string
  kind: GitHostKind
  name: string
  url: string
  /** Empty for kind `git`. */
  apiUrl: string
  sshPort: number
  hasToken: boolean
  /** For which connections the token is used. */
  tokenUse: 'deploy-keys' | 'all'
  /** Whether it comes from the settings, and is changed there. */
  isFromSettings: boolean
  createdAt: string
}

/** What an operator says of a host; what is absent stays, or is the usual. */
export interface GitHostChange {
  kind?: GitHostKind
  url?: string
  name?: string
  apiUrl?: string
  sshPort?: number
  /** Empty for none any more. */
  token?: string
  tokenUse?: GitHost['tokenUse']
}

const all = '/v4/berth/operator/git-hosts'
const one = (id: string) => all + path`/${id}`

/** Git hosts, for operators. */
export const gitHosts = ({ ask }: Connection) => ({
  list: () =>
    ask<{ hosts: GitHost[]; publicHosts: Pick<GitHost, 'kind' | 'name' | 'url'>[] }>({
      method: 'GET',
      path: all,
    }),
  add: (host: GitHostChange) => ask<GitHost>({ method: 'POST', path: all, body: host }),
  change: (id: string, host: GitHostChange) =>
    ask<GitHost>({ method: 'PUT', path: one(id), body: host }),
  remove: (id: string) => ask<Message>({ method: 'DELETE', path: one(id) }),
})
