import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { openApt } from '#toolchains/debian/apt.ts'
import { machineMirrors } from '#toolchains/debian/debian-mirrors.ts'

interface Packages {
  suite: string
  names: readonly string[]
  /** Which of what they depend on, by its name, comes along; none when absent. */
  withDependency?: (name: string) => boolean
  temporary: string
  signal: AbortSignal
}

export interface UnpackedPackage {
  name: string
  archive: string
  root: string
}

/** Downloads packages of a Debian suite, and unpacks each into a folder of its own in `roots` of the temporary folder. */
export async function unpackEach({
  suite,
  names,
  withDependency,
  temporary,
  signal,
}: Packages): Promise<UnpackedPackage[]> {
  const archives = join(temporary, 'archives')
  await mkdir(archives, { recursive: true })
  const mirrors = await machineMirrors(signal)
  const apt = await openApt({ suite, mirrors, folder: join(temporary, 'apt'), signal })
  const planned = withDependency ? (await apt.plan(names)).map(nameIn).filter(withDependency) : []
  await apt.download([...new Set([...names, ...planned])], archives)
  const unpacked: UnpackedPackage[] = []
  for (const file of (await readdir(archives)).sort()) {
    const archive = join(archives, file)
    const name = nameIn(file)
    const root = join(temporary, 'roots', name)
    await mkdir(root, { recursive: true })
    await runOrThrow(['dpkg-deb', '--extract', '--', archive, root], { signal })
    unpacked.push({ name, archive, root })
  }
  return unpacked
}

const nameIn = (file: string): string => file.split('_')[0] ?? file
