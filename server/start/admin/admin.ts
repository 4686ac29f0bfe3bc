import { resolve } from 'node:path'
import type { Settings } from '#settings.ts'
import { backup } from './backup.ts'
import { type AdminContext, AdminError } from './context.ts'
import { restore } from './restore.ts'
import { adminUsage } from './usage.ts'

/** Returns how many things of tenants could not be done; each was said. */
type AdminCommand = (context: AdminContext, file: string) => Promise<number>

const commands: Record<string, AdminCommand> = { backup, restore }

/** Carries out `admin …` and returns the exit code. */
export async function runAdmin(
  settings: Settings,
  [name = '', file, ...rest]: string[],
  say: (line: string) => void,
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || file === undefined || file.startsWith('-') || rest.length > 0) {
    say(`Usage:\n${adminUsage}`)
    return 2
  }
  try {
    const failed = await command({ settings, say }, resolve(file))
    if (failed > 0) say(`berth: ${failed} of all that belongs there is missing, see above.`)
    return failed === 0 ? 0 : 1
  } catch (error) {
    if (!(error instanceof AdminError)) throw error
    say(`berth: ${error.message}`)
    return 1
  }
}
