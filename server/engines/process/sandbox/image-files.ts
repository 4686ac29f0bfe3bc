import { join } from 'node:path'
import { perlIn } from '#kit/process/carried-perl.ts'
import { type Confinement, type ImageSystem, sandboxPathsOf, sourcesOf } from './confinement.ts'
import { readOnly, writable } from './mounts.ts'

/** A Perl that works whatever the image has. */
const carriedPerl = '/etc/berth/perl'
export const perlOfImages = perlIn(carriedPerl)

/** In `/` and in `/etc` of every sandbox from elsewhere. */
export const notOfImage = {
  root: new Set(['dev', 'etc', 'proc', 'sys', 'tmp']),
  etc: new Set(['berth', 'hostname', 'hosts', 'mtab', 'resolv.conf']),
} as const

/**
 * The system of an image. Its root is put together from what the image has there, each by itself: bubblewrap makes its mount
 * points in folders of its own, and never behind a link that came with the image or that the application has made since.
 */
export function imageFiles(confinement: Confinement, image: ImageSystem): string[] {
  const sources = sourcesOf(confinement)
  const paths = sandboxPathsOf(confinement)
  const root = join(sources.own, confinement.dirs.app)
  const put = (below: string, { name, linksTo }: ImageSystem['entries'][number]) =>
    linksTo === undefined
      ? writable(join(root, below, name), join('/', below, name))
      : ['--symlink', linksTo, join('/', below, name)]
  return [
    ...image.entries.flatMap((entry) => put('', entry)),
    ...['--proc', '/proc', '--dev', '/dev', '--dir', '/sys'],
    ...['--dir', '/etc', ...image.etc.flatMap((entry) => put('etc', entry))],
    ...readOnly(join(sources.etc, 'resolv.conf'), '/etc/resolv.conf'),
    ...readOnly(
      confinement.hosts ? join(sources.own, confinement.hosts) : join(sources.etc, 'hosts'),
      '/etc/hosts',
    ),
    ...['--ro-bind-try', join(sources.etc, 'extra.pem'), paths.extraCaCerts],
    ...readOnly(join(sources.etc, 'perl'), carriedPerl),
    ...readOnly(join(sources.scripts, 'supervise.pl'), paths.supervisor),
    ...writable(join(sources.own, confinement.dirs.tmp), paths.tmp),
    ...['--remount-ro', '/', '--chdir', image.folder],
  ]
}
