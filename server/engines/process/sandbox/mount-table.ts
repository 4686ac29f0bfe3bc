import { dirname } from 'node:path'
import { type Confinement, sourcesOf, stage } from './confinement.ts'
import { overlayLine } from './overlay.ts'
import { usersFile } from './users-file.ts'

/** What is mounted for a command before it gets its own user: the lines of an `fstab`. */
export function mountTable(confinement: Confinement): string {
  const { folder, layer, tools, compiled, tree, cache, etc, isSandboxed } = confinement
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
  if (layer) binds.push([layer.beneath, sources.beneath, 'ro'])
  if (!isSandboxed) binds.push([usersFile(folder), '/etc/passwd', 'ro'])
  const lines = [
    `berth ${stage} tmpfs mode=755,nosuid,nodev,x-mount.mkdir 0 0`,
    ...binds.map(
      ([from, to, how]) =>
        `${escaped(from)} ${escaped(to)} none bind,${how},nosuid,nodev,x-mount.mkdir 0 0`,
    ),
    ...(layer ? [overlayLine(confinement, layer)] : []),
  ]
  return `${lines.join('\n')}\n`
}

const escaped = (path: string) =>
  path.replace(/[\s\\#"]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`)
