import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Confinement, type Overlay, sourcesOf, stage } from './confinement.ts'
import { usersFile } from './etc-files.ts'

/** Additional folders of an instance for its overlay. */
export const overlayDirs = { upperdir: 'changes', workdir: 'work' }

/**
 * `fstab` line of the application's overlay. It contains no path of the machine, so nothing has to be escaped. Without
 * `volatile` each end of an instance would sync the whole disk; without `redirect_dir` a folder of the lowerdir could
 * not be renamed.
 */
function overlayLine(confinement: Confinement, { upperdir, workdir }: Overlay): string {
  const { own, lowerdirs } = sourcesOf(confinement)
  const folders = `lowerdir=${lowerdirs.join(':')},upperdir=${join(own, upperdir)},workdir=${join(own, workdir)}`
  const options = 'redirect_dir=on,index=off,metacopy=off,volatile,nosuid,nodev'
  return `overlay ${join(own, confinement.dirs.app)} overlay ${folders},${options} 0 0`
}

/** The kernel rejects a workdir with leftovers of an earlier mount. */
export async function clearWork({ folder, overlay, mountedBy }: Confinement): Promise<void> {
  if (!overlay || mountedBy !== undefined) return
  await rm(join(folder, overlay.workdir), { recursive: true, force: true })
  await mkdir(join(folder, overlay.workdir), { mode: 0o700 })
}

/** Access times tell what an installation has read, also on a disk that is mounted with `noatime`. */
const bindOptions = 'nosuid,nodev,relatime,x-mount.mkdir'

/** Mounts for a command before it switches to its own user, as lines of an `fstab`. */
export function mountTable(confinement: Confinement): string {
  const { folder, overlay, tools, compiled, tree, cache, artifacts, etc, isSandboxed } = confinement
  const sources = sourcesOf(confinement)
  const binds: [string, string, 'ro' | 'rw'][] = [
    [folder, sources.own, 'rw'],
    [etc, sources.etc, 'ro'],
    [import.meta.dirname, sources.scripts, 'ro'],
    ...tools.map((tool, place): [string, string, 'ro'] => [
      tool.folder,
      sources.tools[place] ?? '',
      'ro',
    ]),
  ]
  if (compiled) binds.push([compiled, sources.compiled, 'ro'])
  if (tree) binds.push([dirname(tree.folder), dirname(sources.tree), 'ro'])
  if (cache) binds.push([cache, sources.cache, 'rw'])
  if (artifacts) binds.push([artifacts.folder, sources.artifacts, 'ro'])
  for (const [place, lowerdir] of (overlay?.lowerdirs ?? []).entries()) {
    binds.push([lowerdir, sources.lowerdirs[place] ?? '', 'ro'])
  }
  if (!isSandboxed) binds.push([usersFile(folder), '/etc/passwd', 'ro'])
  const lines = [
    `berth ${stage} tmpfs mode=755,nosuid,nodev,x-mount.mkdir 0 0`,
    ...binds.map(
      ([from, to, how]) => `${escaped(from)} ${escaped(to)} none bind,${how},${bindOptions} 0 0`,
    ),
    ...(overlay ? [overlayLine(confinement, overlay)] : []),
  ]
  return `${lines.join('\n')}\n`
}

const escaped = (path: string) =>
  path.replace(/[\s\\#"]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`)
