import { chmod, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Makes the programs of an unpacked package into `bin/<name>`. */
export type Arrange = (folder: string) => Promise<void>

/**
 * For packages of scripts. What stands at `bin/<name>` in some of them are shell scripts that look for Node, or
 * start it several times to find a prefix: links to the programs that the manifest declares take their place.
 */
export const linkDeclared: Arrange = async (folder) => {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    bin?: Record<string, string>
  }
  for (const [name, path] of Object.entries(manifest.bin ?? {})) {
    // From the root nothing leads further up.
    const program = join('/', path)
    await chmod(join(folder, program), 0o755)
    await link(folder, join('/', name), program)
  }
}

/** For packages that hold one executable, which may have further names. */
export const placeExecutable =
  (file: string, name: string, ...furtherNames: string[]): Arrange =>
  async (folder) => {
    const program = join('bin', name)
    await mkdir(join(folder, 'bin'), { recursive: true })
    if (file !== program) await rename(join(folder, file), join(folder, program))
    await chmod(join(folder, program), 0o755)
    for (const further of furtherNames) await link(folder, further, program)
  }

/** pnpm finds the rest of its package beside its executable, wherever it is linked to. */
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
