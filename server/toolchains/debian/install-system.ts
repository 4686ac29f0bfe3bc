import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { openApt } from './apt.ts'
import { arrangeSystem } from './arrange-system.ts'
import { type DebianMirrors, machineMirrors } from './debian-mirrors.ts'

export interface SystemOptions {
  suite: string
  packages: readonly string[]
  /** An empty folder for the lists and the archives. */
  temporary: string
  /** Those of this machine when absent. */
  mirrors?: DebianMirrors | undefined
  signal: AbortSignal
}

/**
 * Makes the root folder of a Debian system: packages of a suite and its security suite with all that they depend on, unpacked side by side. No script of
 * a package runs, so that making a system changes nothing on this machine and needs no root; `arrangeSystem` does what those scripts would that matters.
 */
export async function installSystem(root: string, options: SystemOptions): Promise<void> {
  const { suite, packages, temporary, signal } = options
  const mirrors = options.mirrors ?? (await machineMirrors(signal))
  const apt = await openApt({ suite, mirrors, folder: temporary, signal })
  const archives = join(temporary, 'archives')
  await mkdir(archives)
  await apt.downloadWithDependencies(packages, archives)
  await makeLinks(root)
  const names = (await readdir(archives)).sort()
  for (const archive of names) {
    await runOrThrow(['sh', '-c', unpack, 'sh', join(archives, archive), root], { signal })
  }
  await arrangeSystem(root, signal)
  await mkdir(dirname(join(root, packagesFile)), { recursive: true })
  await writeFile(join(root, packagesFile), `${names.join('\n')}\n`)
}

/** What a system was made of: the names of the archives, with their versions. */
export const packagesFile = 'usr/share/berth/packages'

/** Files in `/bin` of older packages come to lie in `/usr/bin`: `dpkg-deb --extract` would put folders in the place of the links. */
const unpack =
  'dpkg-deb --fsys-tarfile "$1" | tar --extract --keep-directory-symlink --directory="$2"'

async function makeLinks(root: string): Promise<void> {
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    await mkdir(join(root, 'usr', name), { recursive: true })
    await symlink(`usr/${name}`, join(root, name))
  }
}
