import { createHash } from 'node:crypto'
import {
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { firstSettings, packagePaths, serverLauncher } from '#installation/launcher.ts'
import type { Architecture } from '#packaging/architectures.ts'
import { type CompressionLevel, packFolder } from '#packaging/archive.ts'
import { unitsFor } from '#systemd/units.ts'
import { writeAr } from './ar.ts'
import { controlText } from './control.ts'

interface PackageOptions {
  /** Folder of the release, which becomes part of the package's. */
  release: string
  version: string
  architecture: Architecture
  /** In seconds since 1970. */
  date: number
  /** Empty folder for what is made on the way. */
  scratch: string
  level?: CompressionLevel | undefined
}

/** Where the release is in the package: what runs is a copy, so that dpkg can replace it while it runs. */
const releasePath = join(packagePaths.home, 'package')

/** Makes the Debian package of a release. */
export async function writeDebianPackage(file: string, options: PackageOptions): Promise<void> {
  const { release, version, architecture, date, scratch, level } = options
  const [data, control] = [join(scratch, 'data'), join(scratch, 'control')]
  await mkdir(dirname(join(data, releasePath)), { recursive: true })
  await rename(release, join(data, releasePath))
  await addSystemFiles(data)
  const files = await filesBelow(data)
  const sizes = await Promise.all(files.map(async (path) => (await lstat(path)).size))
  await mkdir(control)
  const scripts = ['postinst', 'prerm', 'postrm', 'templates']
  for (const name of scripts) await cp(join(import.meta.dirname, name), join(control, name))
  for (const name of ['postinst', 'prerm', 'postrm']) await chmod(join(control, name), 0o755)
  const installedBytes = sizes.reduce((sum, size) => sum + size, 0)
  await writeFile(join(control, 'control'), controlText({ version, architecture, installedBytes }))
  await writeFile(join(control, 'conffiles'), `${packagePaths.settings}\n`)
  await writeFile(join(control, 'md5sums'), await checksumsOf(data, files))
  const archives = [
    await packFolder(control, control, { date, level }),
    await packFolder(data, data, { date, level }),
  ]
  const members = [
    { name: 'debian-binary', content: Buffer.from('2.0\n') },
    ...(await Promise.all(
      archives.map(async (path) => ({
        name: relative(scratch, path),
        content: await readFile(path),
      })),
    )),
  ]
  await writeFile(file, writeAr(members, date))
  await rename(join(data, releasePath), release)
}

/** Programs on the PATH, units, settings and terms. */
async function addSystemFiles(data: string): Promise<void> {
  const { home, settings, units, programs, rootPrograms } = packagePaths
  const write = async (path: string, text: string, mode = 0o644) => {
    await mkdir(dirname(join(data, path)), { recursive: true })
    await writeFile(join(data, path), text, { mode })
    await chmod(join(data, path), mode)
  }
  const current = join(home, 'current')
  for (const { name, text } of unitsFor(current, settings)) await write(join(units, name), text)
  await write(settings, firstSettings, 0o600)
  await write(join(rootPrograms, 'berth-server'), serverLauncher(packagePaths), 0o755)
  await mkdir(join(data, programs), { recursive: true })
  await symlink(relative(programs, join(current, 'bin/berth')), join(data, programs, 'berth'))
  const licence = join(data, releasePath, 'LICENSE')
  await write('/usr/share/doc/berth/copyright', await readFile(licence, 'utf8'))
}

/** Files and links, in order. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** For `dpkg --verify`; settings change. */
async function checksumsOf(data: string, files: readonly string[]): Promise<string> {
  const lines: string[] = []
  for (const file of files) {
    const path = relative(data, file)
    if (path === packagePaths.settings.slice(1) || (await lstat(file)).isSymbolicLink()) continue
    lines.push(
      `${createHash('md5')
        .update(await readFile(file))
        .digest('hex')}  ${path}\n`,
    )
  }
  return lines.join('')
}
