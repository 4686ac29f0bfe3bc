import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ownFolder } from './read-build.ts'

const isRelease = (folder: string) => existsSync(join(folder, 'release.json'))

/** What people type to run the server of a program with an option: a release has its own command, a checkout npm's. */
export function serverCommand(option?: string, folder: string = ownFolder): string {
  const [program, separator] = isRelease(folder) ? ['berth-server', ' '] : ['npm start', ' -- ']
  return option === undefined ? program : `${program}${separator}${option}`
}

/** The program that has the commands of operators. */
export const serverProgram = (folder: string = ownFolder): string =>
  isRelease(folder) ? 'berth-server' : 'bin/berth-server'

/** Lines of help, which name the program as a checkout has it; in a release it is on the PATH. Their second column stays where it is. */
export const serverUsage = (lines: string, folder: string = ownFolder): string =>
  isRelease(folder) ? lines.replace(/^ {2}bin\/(berth-server .*?)( {2,}|$)/gm, moved) : lines

const moved = (_: string, command: string, gap: string): string =>
  `  ${command}${gap === '' ? '' : `${gap}    `}`
