import { Refusal } from '#cli/refusal.ts'
import { askSecret } from '#cli/terminal/secret.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { GitHost, GitHostChange, GitHostKind } from '#client/resources/git-hosts.ts'

const kinds: readonly GitHostKind[] = ['github', 'gitlab', 'gitea', 'forgejo', 'bitbucket', 'git']

export const gitHostOptions = {
  name: { type: 'string', value: 'name', summary: 'What people call it; its address by default' },
  'api-url': {
    type: 'string',
    value: 'url',
    summary: 'Where it has its API, if not at the usual place of its kind',
  },
  'ssh-port': {
    type: 'string',
    value: 'port',
    summary: 'Where its SSH server listens; 22 by default',
  },
  token: {
    type: 'boolean',
    summary: 'Ask for a token of an account there, or read it from standard input',
  },
  'token-for': {
    type: 'string',
    value: 'which',
    summary:
      'deploy-keys (default): use the token for repositories that have the deploy key of Berth; all: for each that Berth could read',
  },
} as const

interface Given {
  name?: string | undefined
  'api-url'?: string | undefined
  'ssh-port'?: string | undefined
  token?: boolean | undefined
  'token-for'?: string | undefined
}

/** The options as a change; asks for the token if there is to be one. */
export async function changeIn(options: Given, terminal: Terminal): Promise<GitHostChange> {
  const { name, 'api-url': apiUrl, 'ssh-port': port, 'token-for': tokenFor } = options
  if (tokenFor !== undefined && tokenFor !== 'deploy-keys' && tokenFor !== 'all') {
    throw new Refusal(`Invalid --token-for '${tokenFor}': use deploy-keys or all.`)
  }
  if (port !== undefined && !/^\d{1,5}$/.test(port)) {
    throw new Refusal(`Invalid --ssh-port '${port}': use a number.`)
  }
  return {
    ...(name !== undefined && { name }),
    ...(apiUrl !== undefined && { apiUrl }),
    ...(port !== undefined && { sshPort: Number(port) }),
    ...(tokenFor !== undefined && { tokenUse: tokenFor }),
    ...(options.token && { token: await askSecret(terminal, 'Token:') }),
  }
}

export function kindIn(text: string): GitHostKind {
  const kind = kinds.find((each) => each === text)
  if (kind) return kind
  throw new Refusal(`Invalid kind '${text}': use ${kinds.join(', ')}.`)
}

/** The host with this id, name or address. */
export function hostIn(hosts: readonly GitHost[], text: string): GitHost {
  const found = hosts.find(({ id, name, url }) => [id, name, url].includes(text))
  if (found) return found
  throw new Refusal(`There is no Git host '${text}'.`, 'See `berth admin git-hosts`.')
}
