import { resolve } from 'node:path'
import type { Settings } from '#settings/settings.ts'
import { backup } from './backup.ts'
import { type AdminContext, AdminError, type Incomplete } from './context.ts'
import { copyStore } from './copy-store.ts'
import { disk } from './disk.ts'
import { fetchBackup } from './fetch-backup.ts'
import { restore } from './restore.ts'
import { adminUsage } from './usage.ts'

/** Returns the number of tenants' items that failed, each of which was reported, and the exit code if it is not 1. */
type AdminCommand = (context: AdminContext, file: string) => Promise<number | Incomplete>

const commands: Record<string, AdminCommand> = { backup, restore }

/** The other commands take a file. */
const withFile = (command: AdminCommand, [file, ...rest]: readonly string[]) =>
  file === undefined || file.startsWith('-') || rest.length > 0
    ? undefined
    : (context: AdminContext) => command(context, resolve(file))

function findCommand(name: string, args: readonly string[]) {
  if (name === 'disk' && args.length <= 1) return (context: AdminContext) => disk(context, args[0])
  if (name === 'fetch-backup' && args.length === 2) {
    const [archive = '', file = ''] = args
    return (context: AdminContext) => fetchBackup(context, archive, file)
  }
  if (name === 'copy-store') return (context: AdminContext) => copyStore(context, args)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  return command && withFile(command, args)
}

/** Runs `admin …` and returns the exit code. */
export async function runAdmin(
  settings: Settings,
  [name = '', ...args]: string[],
  say: (line: string) => void,
): Promise<number> {
  const command = findCommand(name, args)
  if (!command) {
    say(`Usage:\n${adminUsage}`)
    return 2
  }
  try {
    const result = await command({ settings, say })
    const { failed, code } = typeof result === 'number' ? { failed: result, code: 1 } : result
    if (failed > 0) say(`berth: ${failed} of all that belongs there is missing, see above.`)
    return failed === 0 ? 0 : code
  } catch (error) {
    if (!(error instanceof AdminError)) throw error
    say(`berth: ${error.message}`)
    return 1
  }
}
