import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { runOrThrow } from './subprocess.ts'

/** Copies this machine's Perl with its loader, libraries and modules, so that it works in any root: one may have no Perl and another C library. */
export async function copyPerl(target: string): Promise<void> {
  const fresh = await mkdtemp(join(dirname(target), `.${basename(target)}-`))
  try {
    for (const name of ['bin', 'lib']) await mkdir(join(fresh, name))
    const { loader, libraries } = parseLibraries(await runOrThrow(['ldd', '/usr/bin/perl']))
    const copy = (from: string, to: string) =>
      runOrThrow(['cp', '--recursive', '--dereference', '--', from, join(fresh, to)])
    await copy(loader, 'loader')
    for (const path of libraries) await copy(path, join('lib', basename(path)))
    await copy('/usr/bin/perl', 'bin/perl')
    const [modules = ''] = (
      await runOrThrow(['perl', '-e', 'print join "\\n", grep { m{/perl-base$} } @INC'])
    ).split('\n')
    await copy(modules, 'modules')
    await runOrThrow(['chmod', '--recursive', 'a+rX', fresh])
    await rename(fresh, target)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** The loader and the libraries of a program, from the output of `ldd`. */
export function parseLibraries(text: string): { loader: string; libraries: string[] } {
  const libraries = [...text.matchAll(/=> (\/\S+)/g)].map(([, path = '']) => path)
  const [, loader = ''] = /^\s*(\/\S*ld-\S+)/m.exec(text) ?? []
  if (loader === '') throw new Error('the loader of Perl was not found by ldd')
  return { loader, libraries }
}

/** How it is started where it was copied to. */
export const perlIn = (folder: string): [string, ...string[]] => [
  `${folder}/loader`,
  ...['--library-path', `${folder}/lib`],
  ...[`${folder}/bin/perl`, `-I${folder}/modules`],
]
