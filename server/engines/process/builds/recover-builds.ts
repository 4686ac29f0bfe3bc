import { join } from 'node:path'
import { listFolders } from '#engines/process/instances/instance-folder.ts'
import type { Parts } from '#engines/process/parts.ts'
import { killProcesses, membersOf } from '#engines/process/processes/end-processes.ts'
import { removeGroup } from '#kit/control-groups/control-groups.ts'
import { notedGroups } from './build-sandbox.ts'

/** Kills and removes what is left of builds whose server died. */
export async function recoverBuilds({ folders, trash }: Parts): Promise<void> {
  for (const id of await listFolders(folders.builds)) {
    const folder = join(folders.builds, id)
    const groups = await notedGroups(folder)
    await killProcesses(() =>
      membersOf({ folder, isSandboxed: false, groups, launcher: undefined }),
    )
    await removeGroup(groups)
    await trash.throwAway(folder)
  }
}
