import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Confinement, type Overlay, sourcesOf } from './confinement.ts'

/** SandboxDirs of an instance, beside the usual ones, that a layer is made of. */
export const overlayDirs = { changes: 'changes', work: 'work' }

/**
 * The line of an `fstab` that makes the application's room. No path of the machine is in it, so nothing has to be
 * escaped. Without `volatile` each end of an instance would wait until the whole disk is written; without
 * `redirect_dir` a folder from beneath could not be renamed.
 */
export function overlayLine(confinement: Confinement, { changes, work }: Overlay): string {
  const { own, beneath } = sourcesOf(confinement)
  const folders = `lowerdir=${beneath},upperdir=${join(own, changes)},workdir=${join(own, work)}`
  const options = 'redirect_dir=on,index=off,metacopy=off,volatile,nosuid,nodev'
  return `overlay ${join(own, confinement.rooms.app)} overlay ${folders},${options} 0 0`
}

/** The kernel refuses a room in which it finds signs of an earlier mount. */
export async function clearWork({ folder, layer, mountedBy }: Confinement): Promise<void> {
  if (!layer || mountedBy !== undefined) return
  await rm(join(folder, layer.work), { recursive: true, force: true })
  await mkdir(join(folder, layer.work), { mode: 0o700 })
}
