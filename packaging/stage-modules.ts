import { chmod, copyFile, mkdir, readdir, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { packagedFontFiles } from '#documents/fonts/font-files.ts'
import { isNodePackage, type LockPackage } from '#kit/npm/lock-packages.ts'
import { packageFolder } from './package-folder.ts'

/** Terms that a copy has to bring along. */
const isLicence = (name: string) => /^(licen[cs]e|copying|notice)/i.test(name)

/** What nothing loads from an installed package: Node refuses TypeScript below `node_modules`, and maps and pages are for developers. */
const unloaded = /\.(map|ts|cts|mts|tsx|flow|md|markdown|h|cc|gyp|gypi)$/i
const folders = new Set(['.github', '.vscode', '__tests__', 'node_modules'])
/** Folders of the development of a package, beside its manifest: deeper in it a name may mean something else. */
const topFolders = new Set([...folders, 'test', 'tests', 'example', 'examples', 'bench'])

/** Fills the `node_modules` of a release. */
export async function stageModules(
  checkout: string,
  packages: readonly LockPackage[],
  release: string,
): Promise<void> {
  for (const each of packages) {
    const from = await packageFolder(checkout, each)
    const to = join(release, each.path)
    if (isNodePackage(each)) await stageNode(from, to, release)
    else await copyLoaded(from, to, topFolders)
  }
}

/** The program and its licence; what is beside it is npm, and headers for native modules. */
async function stageNode(from: string, to: string, release: string): Promise<void> {
  await mkdir(join(to, 'bin'), { recursive: true })
  for (const name of ['bin/node', 'LICENSE', 'package.json'])
    await copyFile(join(from, name), join(to, name))
  await chmod(join(to, 'bin/node'), 0o755)
  const programs = join(release, 'node_modules/.bin')
  await mkdir(programs, { recursive: true })
  await symlink(
    join('..', to.slice(dirname(programs).length + 1), 'bin/node'),
    join(programs, 'node'),
  )
}

async function copyLoaded(
  from: string,
  to: string,
  skipped: ReadonlySet<string> = folders,
): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const { name } = entry
    if (entry.isDirectory()) {
      if (!skipped.has(name)) await copyLoaded(join(from, name), join(to, name))
    } else if (entry.isFile() && isLoaded(join(from, name))) {
      await copyFile(join(from, name), join(to, name))
    }
  }
}

function isLoaded(path: string): boolean {
  const name = basename(path)
  if (/\.[ot]tf$/i.test(name)) return packagedFontFiles.includes(path)
  return isLicence(name) || !unloaded.test(name)
}
