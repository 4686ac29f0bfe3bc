import type { GitHostId } from '#platform/model/ids.ts'

/** Kinds of Git hosts by their API; `git` is any host, without one. `bitbucket` is Bitbucket Cloud. */
export const gitHostKinds = ['github', 'gitlab', 'gitea', 'forgejo', 'bitbucket', 'git'] as const

export type GitHostKind = (typeof gitHostKinds)[number]

/** For which connections the token of a host is used. */
export const gitHostTokenUses = ['deploy-keys', 'all'] as const

/** A Git host as Berth calls it. */
export interface GitHost {
  kind: GitHostKind
  /** What people call it. */
  name: string
  /** Address of its pages, and of clones over HTTP; without a trailing slash. */
  url: string
  /** Address that the paths of its API are appended to, without a trailing slash; empty for `git`. */
  apiUrl: string
  /** Where its SSH server listens. */
  sshPort: number
}

/** A host that the operator has registered; Berth may connect to its addresses even where they are private. */
export interface RegisteredGitHost extends GitHost {
  id: GitHostId
  /** Of an account that may write at the host; `null` when there is none. No caller reads it. */
  token: string | null
  /**
   * `deploy-keys`: used for a repository that has the deploy key which Berth made for the application, so that nobody
   * can make Berth write to a repository of others; `all`: for each repository that the application could read.
   */
  tokenUse: (typeof gitHostTokenUses)[number]
  /** Whether it comes from the settings, which put it back at each start. */
  isFromSettings: boolean
  createdAt: number
}

export type GitHostChange = Partial<Omit<RegisteredGitHost, 'id' | 'createdAt' | 'isFromSettings'>>

export interface GitHosts {
  /** Oldest first. */
  list(): Promise<RegisteredGitHost[]>
  find(id: GitHostId): Promise<RegisteredGitHost | undefined>
  add(host: RegisteredGitHost): Promise<void>
  change(id: GitHostId, change: GitHostChange): Promise<void>
  remove(id: GitHostId): Promise<void>
}
