import { boolean, integer, list, object, oneOf, string } from '#kit/schema.ts'
import { gitHostKinds, gitHostTokenUses } from '#platform/model/hosting/git-hosts/git-host.ts'

/** A Git host of the operator, without its token. */
export const gitHostAnswer = object({
  id: string,
  kind: oneOf(...gitHostKinds),
  name: string,
  url: string,
  /** Empty for kind `git`. */
  apiUrl: string,
  sshPort: integer,
  hasToken: boolean,
  /** For which connections the token is used: those with a deploy key that the repository has, or all. */
  tokenUse: oneOf(...gitHostTokenUses),
  /** Whether it comes from the settings, and is changed there. */
  isFromSettings: boolean,
  createdAt: string,
})

export const gitHostsAnswer = object({
  hosts: list(gitHostAnswer),
  /** Hosts that need no registration. */
  publicHosts: list(object({ kind: oneOf(...gitHostKinds), name: string, url: string })),
})
