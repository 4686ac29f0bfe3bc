import { existsSync } from 'node:fs'
import { filterFile, withFilter } from '#kit/seccomp/filter-file.ts'
import type { SystemUser } from './system-user.ts'

/** Where a server finds its folder. */
export const home = '/server'

const usrFolders = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32']
const neededFiles = ['/etc/passwd', '/etc/group', '/etc/localtime', '/etc/ssl', '/etc/ld.so.cache']

/**
 * The command line that runs a program with a folder of its own and the programs of the system, but without the other
 * files and processes of the machine. As root it becomes the user that it is given, which need not be able to pass
 * through the folders above its own.
 */
export function inSandbox(
  folder: string,
  user: SystemUser | undefined,
  command: readonly [string, ...string[]],
  more: readonly string[] = [],
): [string, ...string[]] {
  const sandbox: ['bwrap', ...string[]] = [
    'bwrap',
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--as-pid-1', '--new-session'],
    ...['--ro-bind', '/usr', '/usr', '--proc', '/proc', '--dev', '/dev'],
    ...['--perms', '1777', '--tmpfs', '/tmp', '--perms', '0755', '--dir', '/etc'],
    ...usrFolders.flatMap((name) =>
      existsSync(`/usr/${name}`) ? ['--symlink', `usr/${name}`, `/${name}`] : [],
    ),
    ...neededFiles.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--bind', folder, home, '--chdir', home],
    ...more,
    '--',
    ...(user ? asUser(user) : []),
    ...command,
  ]
  return withFilter(sandbox, filterFile())
}

/** The same for a program that comes to an end by itself, and not later than we do. */
export function onceInSandbox(
  folder: string,
  user: SystemUser | undefined,
  command: readonly [string, ...string[]],
  more: readonly string[] = [],
): [string, ...string[]] {
  const [program, ...args] = inSandbox(folder, user, command, [...more, '--die-with-parent'])
  // The first process in it is ended with us only if it has our user, so that the program must not be that one.
  return [program, ...args.filter((each) => each !== '--as-pid-1')]
}

const asUser = ({ uid, gid }: SystemUser) => [
  ...['setpriv', '--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups'],
  ...['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--'],
]
