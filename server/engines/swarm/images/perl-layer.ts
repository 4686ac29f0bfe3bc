import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { copyPerl, perlIn } from '#kit/process/carried-perl.ts'
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
    await mkdir(root, { recursive: true })
    await copyPerl(join(root, 'perl'))
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

/** How `init.pl` is started where the image has no Perl. */
export const carriedPerl = perlIn('/opt/berth/perl')
