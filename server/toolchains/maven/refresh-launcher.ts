import { randomUUID } from 'node:crypto'
import { chmod, copyFile, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Replaces the launcher of an installed tool when this server brings another one; what runs keeps the one it has opened. Tools that
 * cannot be written stay as they are.
 */
export async function refreshLauncher(
  place: string,
  name: string,
  launcher: string,
): Promise<void> {
  const program = join(place, 'bin', name)
  const [wanted, found] = await Promise.all([readFile(launcher), readFile(program)])
  if (wanted.equals(found)) return
  const fresh = join(place, 'bin', `.new-${randomUUID()}`)
  try {
    await chmod(join(place, 'bin'), 0o755)
    await copyFile(launcher, fresh)
    await chmod(fresh, 0o555)
    await rename(fresh, program)
    await chmod(join(place, 'bin'), 0o555)
  } catch {
    await rm(fresh, { force: true }).catch(() => {})
  }
}
