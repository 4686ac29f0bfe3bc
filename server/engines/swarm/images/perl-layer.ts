import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { readScripts } from './debian-image.ts'
import { tarStream } from './tar-stream.ts'

/**
 * The scripts of instances with a Perl that works in any image: with its own loader, libraries and modules, all below
 * `/opt/berth`. An image of a customer may have no shell, no Perl and another C library.
 */
export async function perlLayer(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-perl-'))
  try {
    const root = join(folder, 'opt/berth')
    await runOrThrow(['mkdir', '--parents', join(root, 'perl/lib'), join(root, 'perl/bin')])
    const { loader, libraries } = parseLibraries(await runOrThrow(['ldd', '/usr/bin/perl']))
    await runOrThrow(['cp', '--dereference', loader, join(root, 'perl/loader')])
    for (const path of libraries) {
      await runOrThrow(['cp', '--dereference', path, join(root, 'perl/lib', basename(path))])
    }
    await runOrThrow(['cp', '--dereference', '/usr/bin/perl', join(root, 'perl/bin/perl')])
    const [modules = ''] = (
      await runOrThrow(['perl', '-e', 'print join "\\n", grep { m{/perl-base$} } @INC'])
    ).split('\n')
    await runOrThrow(['cp', '--recursive', '--dereference', modules, join(root, 'perl/modules')])
    for (const [name, text] of Object.entries(await readScripts())) {
      await runOrThrow(['tee', join(root, name)], { input: text })
    }
    await runOrThrow(['chmod', '--recursive', 'a+rX', join(folder, 'opt')])
    const { stream, ended } = tarStream({ folder, owner: 0 })
    const [archive] = await Promise.all([buffer(stream), ended])
    return archive
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The loader and the libraries of a program, from the output of `ldd`. */
export function parseLibraries(text: string): { loader: string; libraries: string[] } {
  const libraries = [...text.matchAll(/=> (\/\S+)/g)].map(([, path = '']) => path)
  const [, loader = ''] = /^\s*(\/\S*ld-\S+)/m.exec(text) ?? []
  if (loader === '') throw new Error('the loader of Perl was not found by ldd')
  return { loader, libraries }
}

/** How `init.pl` is started where the image has no Perl. */
export const carriedPerl = [
  '/opt/berth/perl/loader',
  ...['--library-path', '/opt/berth/perl/lib'],
  ...['/opt/berth/perl/bin/perl', '-I/opt/berth/perl/modules'],
]
