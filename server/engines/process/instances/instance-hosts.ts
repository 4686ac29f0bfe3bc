import { existsSync } from 'node:fs'
import { folderOf } from '#engines/process/folders.ts'
import type { Parts } from '#engines/process/parts.ts'
import { hostsText } from '#engines/process/sandbox/etc-files.ts'
import { overwriteFile } from '#kit/files/overwrite-file.ts'
import { instanceFiles } from './instance-folder.ts'

type Needs = Pick<Parts, 'folders' | 'capabilities' | 'addonsHost' | 'networkGroups'>

/**
 * Writes the `/etc/hosts` of an instance: what all have, and the members of its network groups. In place, because a running
 * instance has the file mounted.
 */
export function writeHosts(
  { folders, capabilities, addonsHost, networkGroups }: Needs,
  instanceId: string,
): void {
  const folder = folderOf(folders.instances, instanceId)
  if (!existsSync(folder)) return
  const common = hostsText({ isIsolated: capabilities.network, addonsHost })
  const members = networkGroups?.hostsOf(instanceId) ?? ''
  overwriteFile(instanceFiles(folder).hosts, common + members, 0o644)
}
