import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { openApt } from '#toolchains/debian/apt.ts'
import { machineMirrors } from '#toolchains/debian/debian-mirrors.ts'

interface Packages {
  suite: string
  names: readonly string[]
  temporary: string
  signal: AbortSignal
}

/** Downloads packages of a Debian suite, and unpacks each into a folder of its own in `roots` of the temporary folder. */
export async function unpackEach({ suite, names, temporary, signal }: Packages): Promise<void> {
  const archives = join(temporary, 'archives')
  await mkdir(archives, { recursive: true })
  const mirrors = await machineMirrors(signal)
  const apt = await openApt({ suite, mirrors, folder: join(temporary, 'apt'), signal })
  await apt.download(names, archives)
  for (const archive of await readdir(archives)) {
    const root = join(temporary, 'roots', archive.split('_')[0] ?? archive)
    await mkdir(root, { recursive: true })
    await runOrThrow(['dpkg-deb', '--extract', '--', join(archives, archive), root], { signal })
  }
}
