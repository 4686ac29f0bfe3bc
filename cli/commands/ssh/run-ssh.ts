import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { configFolder, type Profile } from '#cli/profiles/profile.ts'
import { Refusal } from '#cli/refusal.ts'
import { replaceFile } from '#cli/replace-file.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'

export interface SshOptions {
  terminal: Pick<Terminal, 'env' | 'folder'>
  profile: Pick<Profile, 'name'>
  /** Address and public key of the server. */
  shells: { ssh: string; hostKey?: string }
  /** Id of the instance. */
  target: string
  command: string | undefined
}

/** Runs the system's `ssh` with the user's keys and agent; resolves to its exit code. */
export async function runSsh(options: SshOptions): Promise<number> {
  const { terminal, shells, target, command } = options
  const trust = shells.hostKey ? await knownHosts(options, shells.hostKey) : []
  const { hostname, port } = new URL(shells.ssh)
  const words = [
    ...trust,
    ...(port ? ['-p', port] : []),
    // Without a terminal here ssh asks for none there.
    ...(command === undefined ? ['-t'] : ['-T']),
    '--',
    `${target}@${hostname.replace(/^\[(.*)\]$/, '$1')}`,
    ...(command === undefined ? [] : [command]),
  ]
  const { env, folder } = terminal
  return exitCodeOf(spawn('ssh', words, { cwd: folder, env, stdio: 'inherit' }))
}

/** The name under which the key is known, whatever address the server is reached at. */
const hostAlias = 'berth-shells'

/** Options by which ssh trusts the key that the API has published, and no other. */
async function knownHosts({ terminal, profile }: SshOptions, hostKey: string): Promise<string[]> {
  if (!/^[a-z0-9-]+ [A-Za-z0-9+/]+={0,2}$/.test(hostKey))
    throw new Refusal('The platform has published something else than a public key for its shells.')
  const folder = configFolder(terminal)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `known-hosts-${encodeURIComponent(profile.name)}`)
  await replaceFile(file, `${hostAlias} ${hostKey}\n`)
  return [
    // A percent sign would begin a token of ssh.
    ...['-o', `UserKnownHostsFile="${file.replaceAll('%', '%%')}"`],
    ...['-o', 'GlobalKnownHostsFile=/dev/null'],
    ...['-o', `HostKeyAlias=${hostAlias}`, '-o', 'StrictHostKeyChecking=yes'],
    ...['-o', 'UpdateHostKeys=no'],
  ]
}

const exitCodeOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.on('error', () =>
      reject(new Refusal("'ssh' is not installed.", 'Install the OpenSSH client first.')),
    )
    child.on('close', (code) => resolve(code ?? 255))
  })
