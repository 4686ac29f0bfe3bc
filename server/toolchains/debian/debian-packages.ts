import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { type Apt, openApt } from './apt.ts'
import { type DebianMirrors, machineMirrors } from './debian-mirrors.ts'

export interface DebianPackages {
  /** The suite they come from, such as `trixie`: it need not be the machine's own. */
  suite: string
  names: readonly string[]
  /** An empty folder for the lists and the archives. */
  temporary: string
  /** The folder that they are unpacked into, side by side. */
  root: string
  /** Those of this machine when absent. */
  mirrors?: DebianMirrors | undefined
  signal: AbortSignal
}

/** Downloads the newest packages of a Debian suite and its security suite, and unpacks them without installing them. */
export async function unpackDebianPackages(options: DebianPackages): Promise<void> {
  const { suite, names, temporary, root, signal } = options
  const mirrors = options.mirrors ?? (await machineMirrors(signal))
  const apt = await openApt({ suite, mirrors, folder: temporary, signal })
  await unpackPackages(apt, { names, temporary, root, signal })
}

/** Downloads packages of lists that were read, and unpacks them. */
export async function unpackPackages(
  apt: Apt,
  {
    names,
    temporary,
    root,
    signal,
  }: Pick<DebianPackages, 'names' | 'temporary' | 'root' | 'signal'>,
): Promise<void> {
  const archives = join(temporary, 'archives')
  for (const folder of [archives, root]) await mkdir(folder, { recursive: true })
  await apt.download(names, archives)
  for (const archive of await readdir(archives)) {
    await runOrThrow(['dpkg-deb', '--extract', '--', join(archives, archive), root], { signal })
  }
}
