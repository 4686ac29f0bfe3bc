import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NotCarried } from './source-application.ts'

export interface Processes {
  /** Variables that start the same processes here. */
  variables: Readonly<Record<string, string>>
  notCarried: readonly NotCarried[]
}

/** Reads the Procfile of a folder; without one there are no processes. */
export async function readProcfile(folder: string): Promise<Processes> {
  try {
    return parseProcfile(await readFile(join(folder, 'Procfile'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { variables: {}, notCarried: [] }
  }
}

/** `web` becomes the start command, `release` a hint, and each other line a worker beside the application. */
export function parseProcfile(text: string): Processes {
  const lines = text.matchAll(/^([\w-]+):[ \t]*(\S.*?)\r?$/gm)
  const processes = Array.from(lines, ([, name = '', command = '']) => ({ name, command }))
  const web = processes.find(({ name }) => name === 'web')
  const release = processes.find(({ name }) => name === 'release')
  const workers = processes.filter((process) => process !== web && process !== release)
  return {
    variables: {
      ...(web && !startsPackage.test(web.command) && { CC_RUN_COMMAND: web.command }),
      ...Object.fromEntries(
        workers.map(({ command }, index) => [
          workers.length === 1 ? 'CC_WORKER_COMMAND' : `CC_WORKER_COMMAND_${index}`,
          command,
        ]),
      ),
    },
    notCarried: [
      ...(release ? [releaseStays(release.command)] : []),
      ...workers.map(({ name }) => ({
        what: `the number of \`${name}\` processes`,
        instead: 'it runs once in each instance, beside the application',
      })),
    ],
  }
}

/** What the type runs anyway, by the start script of package.json. */
const startsPackage = /^(npm|yarn|pnpm|bun) (run )?start$/

const releaseStays = (command: string): NotCarried => ({
  what: `\`release: ${command}\` of the Procfile`,
  instead:
    'set CC_PRE_RUN_HOOK to it if it may run in each instance before its start, or CC_POST_BUILD_HOOK to run it once at the end of the build',
})
