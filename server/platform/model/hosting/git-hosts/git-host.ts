/** Kinds of Git hosts by their API; `git` is any host, without one. `bitbucket` is Bitbucket Cloud. */
const gitHostKinds = ['github', 'gitlab', 'gitea', 'forgejo', 'bitbucket', 'git'] as const

export type GitHostKind = (typeof gitHostKinds)[number]

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
