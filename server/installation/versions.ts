import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Hold, lockFolder } from '#kit/concurrency/folder-lock.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { syncFile } from './facts/finish-return.ts'
import { InstallationError } from './installation-error.ts'
import { type Release, readRelease } from './release.ts'

const copyTimeout = 600_000
const versionsOf = (home: string) => join(home, 'versions')
const currentOf = (home: string) => join(home, 'current')

/** Folder of the version that runs. */
export async function currentVersion(home: string): Promise<string | undefined> {
  const target = await readlink(currentOf(home)).catch(() => undefined)
  return target === undefined ? undefined : join(home, target)
}

/** Makes a version the one that the next start runs. */
export async function setCurrent(home: string, folder: string): Promise<void> {
  const draft = join(home, `current-${process.pid}`)
  await rm(draft, { force: true })
  await symlink(join('versions', basename(folder)), draft)
  await rename(draft, currentOf(home))
  await syncFile(home)
}

/**
 * Folder of a release among the versions. Its files are hard links to those of the package: they outlive their replacement by dpkg,
 * because a router and sandboxes of this version go on, and take no room of their own.
 */
export async function placeVersion(home: string, from: string): Promise<string> {
  const release = await readRelease(from)
  if (!release) throw new InstallationError(`${from} is not a release of Berth.`)
  const folder = join(versionsOf(home), await nameFor(home, release))
  if (existsSync(folder)) return folder
  await mkdir(versionsOf(home), { recursive: true })
  const draft = `${folder}.${process.pid}.new`
  try {
    // A folder elsewhere may be of another user, who could go on to change what is linked.
    const how = from.startsWith(`${home}/`) ? ['--link'] : []
    const copy = ['cp', '--recursive', '--no-dereference', '--preserve=mode', ...how] as const
    await runOrThrow([...copy, '--', from, draft], { timeout: copyTimeout })
    // A power cut must not leave a folder of that name whose files are empty. One call for the file system is quicker than one for each file.
    await runOrThrow(['sync', '--file-system', draft], { timeout: copyTimeout })
    await rename(draft, folder)
    await syncFile(dirname(folder))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

/** The version; with its commit where another build of it is installed. */
async function nameFor(home: string, { version, commit }: Release): Promise<string> {
  const present = await readRelease(join(versionsOf(home), version))
  return present && present.commit !== commit ? `${version}-${commit.slice(0, 12)}` : version
}

/** Folder of an installed version, by its name. */
export function installedVersion(home: string, name: string): string {
  const folder = join(versionsOf(home), name)
  if (/^[\w.-]+$/.test(name) && existsSync(join(folder, 'release.json'))) return folder
  throw new InstallationError(`There is no ${folder}.`)
}

/** Held by what changes the versions of an installation. */
export async function lockVersions(home: string): Promise<Hold> {
  await mkdir(versionsOf(home), { recursive: true })
  return lockFolder(versionsOf(home))
}

/** Removes versions that neither run nor are needed to go back; of one whose router or sandboxes go on, the files are still read. */
export async function removeUnused(home: string, kept: readonly string[]): Promise<void> {
  for (const entry of await readdir(versionsOf(home), { withFileTypes: true })) {
    const folder = join(versionsOf(home), entry.name)
    // The lock is a file.
    if (!entry.isDirectory()) continue
    if (!kept.includes(folder) && !(await isInUse(folder)))
      await rm(folder, { recursive: true, force: true })
  }
}

/** Whether a process was started from the folder, or sees it in its sandbox. */
async function isInUse(folder: string): Promise<boolean> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  for (const pid of processes) {
    const texts = ['cmdline', 'mountinfo'].map((name) =>
      readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => ''),
    )
    if ((await Promise.all(texts)).some((text) => text.includes(`${folder}/`))) return true
  }
  return false
}
