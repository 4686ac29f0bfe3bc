import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { volumeUser } from '#kit/mounts/loop-volumes.ts'
import { type RunOptions, runProgram } from '#providers/kit/process/run-program.ts'
import type { SystemUser } from '#providers/kit/process/system-user.ts'

/** Read here, because the user of the sandbox may not enter the folders of this program. */
const script = readFileSync(join(import.meta.dirname, 'volume-files.pl'), 'utf8')

/** A user that nothing else on this machine has. */
const filesUser = (): SystemUser => ({ uid: 199_001, gid: 199_001 })

/** Command line of a verb of `volume-files.pl`. */
export const filesCommand = (verb: string, ...words: string[]): [string, ...string[]] => [
  ...(['perl', '-e', script, '--', verb] as [string, ...string[]]),
  ...words,
]

/** Where a verb runs: as its own user, with the volume at this path and nothing else. */
export const filesPlace = (source: string) => ({
  user: filesUser(),
  volume: { source, owner: volumeUser },
})

/** Runs a verb of `volume-files.pl` on all files of a volume. */
export const runFiles = (
  source: string,
  verb: 'save' | 'load' | 'tidy',
  options: Pick<RunOptions, 'inputFile' | 'outputFile' | 'maxOutputBytes' | 'timeout'>,
): Promise<string> => runProgram(filesCommand(verb), { ...filesPlace(source), ...options })

/** Whether an archive can be read to its end. */
export const verifyArchive = (path: string, timeout: number): Promise<string> =>
  runProgram(filesCommand('verify'), { user: filesUser(), inputFile: path, timeout })
