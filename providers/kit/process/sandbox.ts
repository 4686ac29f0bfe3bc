import { existsSync } from 'node:fs'
import { filterFile, withFilter } from '#kit/seccomp/filter-file.ts'
import type { SystemUser } from './system-user.ts'

/** Where a server finds its data folder. */
export const home = '/server'
/** Where a server has its Unix socket, and where clients find it. */
export const socketHome = '/socket'

export interface SandboxMount {
  /** On the machine; every folder above it belongs to us. */
  source: string
  /** Inside the sandbox. */
  target: string
  isWritable?: boolean
}

export interface Sandbox {
  /** As root, the command becomes this user; otherwise it stays who we are. */
  user: SystemUser | undefined
  /** Mounted at `/server`, writable; without one there is an empty folder that nobody can write. */
  folder?: string | undefined
  mounts?: readonly SandboxMount[]
  /** Read-only files by path, which exist inside the sandbox alone: for configuration and secrets. */
  files?: Readonly<Record<string, string>>
  network: 'host' | 'none'
  /** Limit of each process for its private memory (RLIMIT_DATA): an allocation beyond it fails. */
  maxDataBytes?: number | undefined
  /** For a command that ends by itself, and not later than we do. */
  isShortLived?: boolean
  /** Where bubblewrap tells the PID of the command. */
  infoDescriptor?: number
}

export interface SandboxCommand {
  command: [string, ...string[]]
  /** What bubblewrap reads from its descriptors, counted from the first that the caller has left free. */
  inputs: (string | Buffer)[]
}

const usrFolders = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32']
const neededFiles = ['/etc/passwd', '/etc/group', '/etc/localtime', '/etc/ssl', '/etc/ld.so.cache']

/**
 * The command line that runs a program in bubblewrap with the programs of the system, but without the other files and
 * processes of the machine. The user need not be able to pass through the folders above those that are mounted.
 */
export function sandboxCommand(
  sandbox: Sandbox,
  command: readonly [string, ...string[]],
  firstDescriptor: number,
): SandboxCommand {
  const { user, folder, mounts = [], files = {}, network, maxDataBytes, isShortLived } = sandbox
  const paths = Object.keys(files)
  const { infoDescriptor } = sandbox
  const bubblewrap: ['bwrap', ...string[]] = [
    'bwrap',
    ...(infoDescriptor === undefined ? [] : ['--info-fd', `${infoDescriptor}`]),
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--new-session'],
    ...(network === 'none' ? ['--unshare-net'] : []),
    // The first process is killed with us only if it has our user, so a short-lived program must not be that one.
    isShortLived ? '--die-with-parent' : '--as-pid-1',
    ...['--ro-bind', '/usr', '/usr', '--proc', '/proc', '--dev', '/dev'],
    ...['--perms', '1777', '--tmpfs', '/tmp', '--perms', '0755', '--dir', '/etc'],
    ...usrFolders.flatMap((name) =>
      existsSync(`/usr/${name}`) ? ['--symlink', `usr/${name}`, `/${name}`] : [],
    ),
    ...neededFiles.flatMap((path) => ['--ro-bind-try', path, path]),
    ...(folder === undefined ? ['--perms', '0755', '--dir', home] : ['--bind', folder, home]),
    ...mounts.flatMap(({ source, target, isWritable }) => [
      ...[isWritable ? '--bind' : '--ro-bind', source, target],
    ]),
    ...paths.flatMap((path, at) => [
      ...['--perms', '0444', '--ro-bind-data', `${firstDescriptor + at}`, path],
    ]),
    ...['--chdir', home],
    '--',
    ...(maxDataBytes === undefined ? [] : ['prlimit', `--data=${maxDataBytes}`, '--']),
    ...(user ? asUser(user) : []),
    ...command,
  ]
  return { command: withFilter(bubblewrap, filterFile()), inputs: Object.values(files) }
}

const asUser = ({ uid, gid }: SystemUser) => [
  ...['setpriv', '--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups'],
  ...['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--'],
]
