import type { RepositoryAccess } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import { RemoteRepositoryError } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import type { RepositoryUrl } from '#platform/model/hosting/connected-repositories/repository-url.ts'

interface Sign {
  pattern: RegExp
  sentence(place: string, access: RepositoryAccess): string
  isTransient?: boolean
}

/** The other side takes longer than a command may. */
export const tooSlow = ({ host }: RepositoryUrl) =>
  new RemoteRepositoryError(`${host} answers too slowly.`, { isTransient: true })

/** Of what cannot be told from one that is private. */
export const missing = (place: string, { by }: RepositoryAccess): string => {
  if (by === 'nobody') {
    return `${place} does not exist, or is private: connect it with a deploy key or a token.`
  }
  if (by === 'token') {
    return `${place} does not exist, or the token may not read it.`
  }
  return `${place} does not exist, or does not have the deploy key: add it there, with read access.`
}

/** What git and ssh say, the most telling first. */
const signs: readonly Sign[] = [
  {
    pattern: /ssh: (command )?not found|cannot run ssh/i,
    sentence: () =>
      'The server has no SSH client: its operator has to install the package openssh-client.',
  },
  {
    pattern: /host key verification failed|remote host identification has changed/i,
    sentence: (place) =>
      `The SSH host key of ${place} is another one than at the first connection: connect the repository again if that is right.`,
  },
  {
    pattern:
      /permission denied|authentication failed|could not read username|could not read password|returned error: 40[134]|not found|does not appear to be a git repository|access denied|no such/i,
    sentence: missing,
  },
  {
    pattern: /certificate|server verification failed/i,
    sentence: (place) => `The TLS certificate of ${place} is not valid for it.`,
  },
  {
    pattern: /returned error: (429|5\d\d)/i,
    sentence: (place) => `The host of ${place} answered with an error of its own.`,
    isTransient: true,
  },
  {
    pattern: /operation too slow|timed out|timeout/i,
    sentence: (place) => `The host of ${place} answers too slowly.`,
    isTransient: true,
  },
  {
    pattern: /error in object|fsck|bad object|corrupt/i,
    sentence: (place) => `${place} has objects that git finds damaged.`,
  },
  {
    pattern: /couldn't find remote ref/i,
    sentence: (place) => `${place} has no such branch any more.`,
  },
]

/** Whether the host has answered with a redirect, which git does not follow here. */
export const isRedirect = (stderr: string) =>
  /returned error: 30\d|unable to update url base from redirection/i.test(stderr)

/** How a repository is called in a sentence. */
export function placeOf({ host, port, path, scheme }: RepositoryUrl): string {
  const usual = { https: 443, http: 80, ssh: 22 }[scheme]
  return `${port === usual ? host : `${host}:${port}`}/${path}`
}

/** Turns what a failed command has said into a sentence; nothing that the other side sent is repeated. */
export function remoteProblem(
  url: RepositoryUrl,
  access: RepositoryAccess,
  stderr: string,
): RemoteRepositoryError {
  const place = placeOf(url)
  const sign = signs.find(({ pattern }) => pattern.test(stderr))
  if (!sign) {
    return new RemoteRepositoryError(`${place} could not be reached.`, { isTransient: true })
  }
  const { isTransient = false } = sign
  return new RemoteRepositoryError(sign.sentence(place, access), { isTransient })
}
