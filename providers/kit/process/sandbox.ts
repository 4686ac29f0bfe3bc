import { existsSync } from 'node:fs'
import { idmappedMounts } from '#kit/mounts/idmapped-mount.ts'
import { filterFile, withFilter } from '#kit/seccomp/filter-file.ts'
import type { SystemUser } from './system-user.ts'

/** Mount point of a server's data folder. */
export const home = '/server'
/** Mount point of a server's Unix socket, also for its clients. */
export const socketHome = '/socket'

export interface SandboxMount {
  /** Path on the machine; all its parents belong to us. */
  source: string
  /** Path inside the sandbox. */
  target: string
  isWritable?: boolean
}

/** Files of a tenant that a program works with as if they were its own, whatever their modes. */
export interface SandboxVolume {
  /** Root of its file system, mounted at `/volume`. */
  source: string
  /** Owner of the files on disk; all others are nobody. */
  owner: number
}

export interface Sandbox {
  /** As root, the command switches to this user; otherwise it keeps ours. */
  user: SystemUser | undefined
  /** Mounted at `/server`, writable; an empty read-only folder when absent. */
  folder?: string | undefined
  mounts?: readonly SandboxMount[]
  /** A folder of tenants' files, for a program that has nothing else that is writable. */
  volume?: SandboxVolume | undefined
  /** Read-only files by path, which exist inside the sandbox only: for configuration and secrets. */
  files?: Readonly<Record<string, string>>
  network: 'host' | 'none'
  /** Limit of each process's private memory (RLIMIT_DATA): an allocation beyond it fails. */
  maxDataBytes?: number | undefined
  /** For a command that exits by itself, and not later than this process. */
  isShortLived?: boolean
  /** Descriptor to which bubblewrap writes the PID of the command. */
  infoDescriptor?: number
  /**
   * Descriptor from which bubblewrap reads its options, so that paths of the machine are not in its command line: it is PID 1 of a
   * short-lived program, which can read that.
   */
  optionsDescriptor?: number
}

export interface SandboxCommand {
  command: [string, ...string[]]
  /** Contents of bubblewrap's descriptors, numbered from the caller's first free one. */
  inputs: (string | Buffer)[]
  /** Content of the options' descriptor. */
  options?: string
}

const usrFolders = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32']
const neededFiles = ['/etc/passwd', '/etc/group', '/etc/localtime', '/etc/ssl', '/etc/ld.so.cache']

/**
 * Command line for a program in bubblewrap with the system's programs, but without other files and processes of the
 * machine. The user need not be able to traverse the parents of mounted folders.
 */
export function sandboxCommand(
  sandbox: Sandbox,
  command: readonly [string, ...string[]],
  firstDescriptor: number,
): SandboxCommand {
  const { user, folder, mounts = [], files = {}, network, maxDataBytes, isShortLived } = sandbox
  const { volume } = sandbox
  if (volume) return { command: volumeCommand(volume, user, command), inputs: [] }
  const paths = Object.keys(files)
  const { infoDescriptor, optionsDescriptor } = sandbox
  const options = [
    ...(infoDescriptor === undefined ? [] : ['--info-fd', `${infoDescriptor}`]),
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--new-session'],
    // The path of its control group would name those around it.
    '--unshare-cgroup-try',
    ...(network === 'none' ? ['--unshare-net'] : []),
    // PID 1 is killed with us only if it has our user, so a short-lived program must not be PID 1.
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
  ]
  const limited = [
    ...(maxDataBytes === undefined ? [] : ['prlimit', `--data=${maxDataBytes}`, '--']),
    ...(user ? asUser(user) : []),
    ...command,
  ]
  const isHidden = optionsDescriptor !== undefined
  const shown = isHidden ? ['--args', `${optionsDescriptor}`] : options
  return {
    command: withFilter(['bwrap', ...shown, '--', ...limited], filterFile()),
    inputs: Object.values(files),
    ...(isHidden && { options: options.map((word) => `${word}\0`).join('') }),
  }
}

/** Where a volume is mounted before the sandbox, whose user cannot enter the folders above its source. */
const stage = '/run/berth'
const volumeHome = '/volume'

/**
 * The sandbox is set up without privileges, so that those that the program has count for the volume alone: to read and change
 * what its owner has made unreadable.
 */
function volumeCommand(
  { source, owner }: SandboxVolume,
  user: SystemUser | undefined,
  command: readonly [string, ...string[]],
): [string, ...string[]] {
  const outer = user?.uid ?? 0
  const before = [
    ...['unshare', '--mount', '--propagation', 'slave', '--'],
    ...idmappedMounts([{ source, target: `${stage}/volume`, inner: owner, outer }], stage),
    ...(user ? asUser(user) : []),
  ]
  const bubblewrap: ['bwrap', ...string[]] = [
    'bwrap',
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-net'],
    ...['--uid', '0', '--gid', '0', '--cap-add', 'CAP_DAC_OVERRIDE'],
    ...['--hostname', 'volume', '--new-session', '--die-with-parent'],
    ...['--ro-bind', '/usr', '/usr', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...usrFolders.flatMap((name) =>
      existsSync(`/usr/${name}`) ? ['--symlink', `usr/${name}`, `/${name}`] : [],
    ),
    ...['--bind', `${stage}/volume`, volumeHome, '--remount-ro', '/', '--chdir', volumeHome, '--'],
    ...command,
  ]
  return withFilter(bubblewrap, filterFile(), before)
}

const asUser = ({ uid, gid }: SystemUser) => [
  ...['setpriv', '--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups'],
  ...['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--'],
]
