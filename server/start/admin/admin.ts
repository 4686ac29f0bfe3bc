import { resolve } from 'node:path'
import type { Settings } from '#settings.ts'
import { backup } from './backup.ts'
import { type AdminContext, AdminError } from './context.ts'
import { restore } from './restore.ts'
import { adminUsage } from './usage.ts'

type AdminCommand = (context: AdminContext, file: string) => Promise<void>

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
    await command({ settings, say }, resolve(file))
    return 0
  } catch (error) {
    if (!(error instanceof AdminError)) throw error
    say(`berth: ${error.message}`)
    return 1
  }
}
