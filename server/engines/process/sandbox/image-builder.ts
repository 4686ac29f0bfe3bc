import { join } from 'node:path'
import { type Confinement, sourcesOf } from './confinement.ts'
import { readOnly, writable } from './mounts.ts'

/** Folders that an image builder sees. */
export const builderPaths = {
  context: '/srv/context',
  /** Where the root of the finished image is copied to. */
  root: '/srv/root',
  home: '/srv/home',
  /** Images and layers, kept between the builds of an application. */
  storage: '/srv/storage',
  settings: '/etc/containers',
  exporter: '/run/export-image.sh',
  puller: '/run/pull-image.sh',
} as const

/** Their names in the folder of a build. */
export const builderDirs = { context: 'context', settings: 'containers' } as const

/** What the root of its user namespace may do there, where a Dockerfile expects the capabilities that Docker gives; mounts are Buildah's. */
const capabilities = [
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_ADMIN',
  'SYS_CHROOT',
]

/** bubblewrap's arguments for Buildah: as root of a user namespace that is there already, with the machine's system read-only. */
export function builderArguments(confinement: Confinement, system: string[]): string[] {
  const { dirs } = confinement
  const sources = sourcesOf(confinement)
  const { context, root, home, storage, settings, exporter, puller } = builderPaths
  return [
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup'],
    ...['--hostname', 'app', '--new-session', '--die-with-parent', '--cap-drop', 'ALL'],
    ...capabilities.flatMap((name) => ['--cap-add', `CAP_${name}`]),
    ...system,
    ...['--proc', '/proc', '--dev', '/dev', '--dir', '/sys'],
    ...readOnly(join(sources.own, builderDirs.settings), settings),
    ...readOnly(join(sources.own, builderDirs.settings, 'passwd'), '/etc/passwd'),
    ...readOnly(join(sources.own, builderDirs.settings, 'group'), '/etc/group'),
    ...readOnly(join(sources.etc, 'nsswitch.conf'), '/etc/nsswitch.conf'),
    ...readOnly(join(sources.etc, 'resolv.conf'), '/etc/resolv.conf'),
    ...readOnly(join(sources.etc, 'hosts'), '/etc/hosts'),
    ...['--ro-bind-try', '/etc/ssl/certs', '/etc/ssl/certs'],
    ...['--ro-bind-try', join(sources.etc, 'extra.pem'), '/etc/ssl/extra.pem'],
    ...readOnly(join(sources.scripts, 'export-image.sh'), exporter),
    ...readOnly(join(sources.scripts, 'pull-image.sh'), puller),
    ...readOnly(join(sources.own, builderDirs.context), context),
    ...writable(join(sources.own, dirs.app), root),
    ...writable(join(sources.own, dirs.home), home),
    ...writable(join(sources.own, dirs.tmp), '/tmp'),
    // Buildah writes what short names of images have led to.
    ...['--tmpfs', '/var', '--symlink', '/tmp', '/var/tmp'],
    ...writable(sources.cache, storage),
    ...['--remount-ro', '/', '--chdir', home, '--'],
  ]
}
