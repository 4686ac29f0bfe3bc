import { chmod, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Puts the programs of an unpacked package at `bin/<name>`. */
export type Arrange = (folder: string) => Promise<void>

/**
 * For packages of scripts. Some have shell scripts at `bin/<name>` that search for Node, or start it several times to
 * find a prefix: links to the programs in the manifest replace them.
 */
export const linkDeclared: Arrange = async (folder) => {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    bin?: Record<string, string>
  }
  for (const [name, path] of Object.entries(manifest.bin ?? {})) {
    // Joining with the root prevents paths above the folder.
    const program = join('/', path)
    await chmod(join(folder, program), 0o755)
    await link(folder, join('/', name), program)
  }
}

/** For packages with one executable, which may have further names. */
export const placeExecutable =
  (file: string, name: string, ...furtherNames: string[]): Arrange =>
  async (folder) => {
    const program = join('bin', name)
    await mkdir(join(folder, 'bin'), { recursive: true })
    if (file !== program) await rename(join(folder, file), join(folder, program))
    await chmod(join(folder, program), 0o755)
    for (const further of furtherNames) await link(folder, further, program)
  }

/** pnpm finds the rest of its package beside its executable, also through a link. */
export const placeNativePnpm: Arrange = async (folder) => {
  await rename(join(folder, 'native/pnpm'), join(folder, 'pnpm'))
  await rm(join(folder, 'native'), { recursive: true })
  await chmod(join(folder, 'pnpm'), 0o755)
  for (const name of ['pnpm', 'pnpx', 'pn', 'pnx']) await link(folder, name, 'pnpm')
}

async function link(folder: string, name: string, program: string): Promise<void> {
  const place = join(folder, 'bin', name)
  await mkdir(join(folder, 'bin'), { recursive: true })
  await rm(place, { force: true })
  await symlink(relative(join(folder, 'bin'), join(folder, program)), place)
}
