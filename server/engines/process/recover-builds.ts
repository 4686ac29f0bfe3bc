import { join } from 'node:path'
import { killProcesses } from './end-processes.ts'
import { listFolders } from './instance-folder.ts'
import { membersOf } from './members.ts'
import type { Parts } from './parts.ts'
import { freeGroups } from './workshop.ts'

/** Ends and removes what is left of builds whose server died. */
export async function recoverBuilds({ folders, trash }: Parts): Promise<void> {
  for (const id of await listFolders(folders.builds)) {
    const folder = join(folders.builds, id)
    await killProcesses(async () => membersOf(id, undefined, false))
    await freeGroups(folder)
    await trash.throwAway(folder)
  }
}
