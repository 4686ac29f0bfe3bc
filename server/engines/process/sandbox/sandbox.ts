import { join } from 'node:path'
import {
  type Confinement,
  compiledFolder,
  type ImageSystem,
  sandboxPathsOf,
  sourcesOf,
} from './confinement.ts'
import { imageFiles } from './image-files.ts'
import { readOnly, writable } from './mounts.ts'

/** A folder in `/` beside `/usr`: a symbolic link into it, or a folder of its own. */
export interface SystemFolder {
  path: string
  linksTo?: string
}

const confined = [
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup',
  ...['--hostname', 'app'],
  ...['--cap-drop', 'ALL'],
  '--new-session',
  '--die-with-parent',
]

/** All namespaces are new except the network namespace, which is inherited. */
const namespacesFor = ({ user, group }: Pick<ImageSystem, 'user' | 'group'>) => [
  '--unshare-user',
  '--unshare-pid',
  '--disable-userns',
  ...['--uid', String(user), '--gid', String(group)],
  ...confined,
]
const ownUser = { user: 1000, group: 1000 }
export const namespaces = namespacesFor(ownUser)

const ownEtc = ['passwd', 'group', 'nsswitch.conf', 'resolv.conf']
const sharedEtc = ['/etc/ssl/openssl.cnf', '/etc/alternatives', '/etc/ld.so.cache']
const script = '/run/inside.sh'

/** bubblewrap's arguments before the command: a read-only system, a writable home, and nothing else. */
export const sandboxArguments = (confinement: Confinement, system: SystemFolder[]): string[] => [
  ...namespacesFor(confinement.image ?? ownUser),
  ...filesOf(confinement, system),
  // An image may have no shell: bubblewrap is the first process itself then.
  ...(confinement.image ? ['--'] : ['--as-pid-1', '--', '/bin/sh', script]),
]

/**
 * The same for a command among the processes of a running sandbox. `join-namespaces.pl` puts the user namespaces and the
 * PID namespace of that in the place of the first word.
 */
export const joinedArguments = (confinement: Confinement, system: SystemFolder[]): string[] => [
  '--namespaces',
  ...confined,
  ...filesOf(confinement, system),
  '--',
]

function filesOf(confinement: Confinement, system: SystemFolder[]): string[] {
  if (confinement.image) return imageFiles(confinement, confinement.image)
  const { dirs, tools, compiled, tree, volumes = [], cache, artifacts, hosts } = confinement
  const sources = sourcesOf(confinement)
  const paths = sandboxPathsOf(confinement)
  return [
    ...systemOf(confinement, system),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--dir', '/var', '--symlink', '/tmp', '/var/tmp'],
    ...ownEtc.flatMap((name) => readOnly(join(sources.etc, name), `/etc/${name}`)),
    ...readOnly(hosts ? join(sources.own, hosts) : join(sources.etc, 'hosts'), '/etc/hosts'),
    ...['--ro-bind-try', '/etc/ssl/certs', '/etc/ssl/certs'],
    ...['--ro-bind-try', join(sources.etc, 'extra.pem'), paths.extraCaCerts],
    ...readOnly(join(sources.scripts, 'inside.sh'), script),
    ...readOnly(join(sources.scripts, 'supervise.sh'), paths.supervisor),
    ...tools.flatMap(({ name, etc }, place) =>
      etc ? [] : readOnly(sources.tools[place] ?? '', `/opt/${name}`),
    ),
    ...writable(join(sources.own, dirs.tmp), paths.tmp),
    ...(compiled ? readOnly(sources.compiled, join(paths.tmp, compiledFolder)) : []),
    ...writable(join(sources.own, dirs.home), paths.home),
    ...(cache ? writable(sources.cache, paths.cache) : []),
    ...(cache && artifacts ? readOnly(sources.artifacts, join(paths.cache, artifacts.at)) : []),
    ...writable(join(sources.own, dirs.app), paths.app),
    ...(tree ? readOnly(sources.tree, join(paths.app, tree.at)) : []),
    ...volumes.flatMap(({ at }, place) =>
      writable(sources.volumes[place] ?? '', join(paths.app, at)),
    ),
    ...['--remount-ro', '/', '--chdir', paths.app],
  ]
}

/** The system that the tools of the application bring along, else the machine's. */
function systemOf(confinement: Confinement, machine: SystemFolder[]): string[] {
  const place = confinement.tools.findIndex(({ etc }) => etc)
  const { etc } = confinement.tools[place] ?? {}
  if (etc) return debianArguments(sourcesOf(confinement).tools[place] ?? '', etc)
  return [
    ...systemArguments(machine),
    ...sharedEtc.flatMap((path) => ['--ro-bind-try', path, path]),
  ]
}

/** In `/etc` of every sandbox from elsewhere, or of no use there. */
const notOfSystem: ReadonlySet<string> = new Set([
  ...[...ownEtc, 'group-', 'gshadow', 'hostname', 'hosts', 'passwd-', 'shadow', 'ssl'],
])

/** A Debian system in a folder: `/bin` and the like lead into its `/usr`, as on every Debian since 12. */
const debianArguments = (root: string, etc: readonly string[]): string[] => [
  ...readOnly(join(root, 'usr'), '/usr'),
  ...['bin', 'sbin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
  ...etc
    .filter((name) => !notOfSystem.has(name))
    .flatMap((name) => readOnly(join(root, 'etc', name), `/etc/${name}`)),
  ...['--ro-bind-try', join(root, 'etc/ssl/openssl.cnf'), '/etc/ssl/openssl.cnf'],
]

/** `/usr/local` belongs to the machine's administrator, and is not part of what applications can rely on. */
export function systemArguments(system: SystemFolder[]): string[] {
  return [
    ...readOnly('/usr', '/usr'),
    ...['--tmpfs', '/usr/local', '--remount-ro', '/usr/local'],
    ...system.flatMap(({ path, linksTo }) =>
      linksTo ? ['--symlink', linksTo, path] : readOnly(path, path),
    ),
  ]
}

/** Variables in a file for bubblewrap, because arguments are visible in the process list. */
export function sandboxVariables(environment: Record<string, string>): string {
  const words = ['--clearenv']
  for (const [name, value] of Object.entries(environment)) words.push('--setenv', name, value)
  // A NUL would end a value and begin an option of bubblewrap.
  if (words.some((word) => word.includes('\0'))) throw new Error('a variable contains NUL')
  return words.map((word) => `${word}\0`).join('')
}

/** Variables for `plain.sh`, which can set only valid shell names. */
export function plainVariables(environment: Record<string, string>): string {
  return Object.entries(environment)
    .filter(([name]) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    .map(([name, value]) => {
      const bytes = value.includes('\n') ? Buffer.byteLength(value) : 0
      return `${name}\n${bytes}\n${value}\n`
    })
    .join('')
}
