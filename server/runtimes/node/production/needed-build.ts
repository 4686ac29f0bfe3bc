import { posix } from 'node:path'
import type { Project } from '#runtimes/node/project.ts'
import { findModule } from '#runtimes/node/start-file.ts'
import type { SimpleCommand } from './script-commands.ts'

/** Commands that serve what a build has made, as program and first argument; `''` stands for any. */
const serving: Readonly<Record<string, readonly string[]>> = {
  astro: ['preview'],
  blitz: ['start'],
  docusaurus: ['serve'],
  gatsby: ['serve'],
  keystone: ['start'],
  medusa: ['start'],
  next: ['start'],
  nitro: ['preview'],
  nuxi: ['preview', 'start'],
  nuxt: ['preview', 'start'],
  'react-router-serve': [''],
  redwood: ['serve'],
  'remix-serve': [''],
  rsbuild: ['preview'],
  rw: ['serve'],
  'solid-start': ['start'],
  strapi: ['start'],
  vike: ['preview', 'prod'],
  vinxi: ['start'],
  vite: ['preview'],
  waku: ['start'],
}

/** Programs whose first operand is a module, resolved as Node does. */
const moduleRunners = ['node', 'bun', 'deno', 'pm2-runtime', 'nodemon']
/** `bun run a.js`, `deno serve a.js` */
const runVerbs = ['run', 'serve']
/** Programs whose first operand is a folder of files. */
const fileServers = ['serve', 'sirv', 'http-server', 'live-server']
/** Options of these programs with a value in the next word. */
const withValue = [
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '-C',
  '--preload',
]
/** Arguments after which Node runs no file. */
const withoutFile = ['-e', '--eval', '-p', '--print', '--run', '--test', '--version']

/** The first command that needs a build the source does not contain, as text for messages. */
export async function commandNeedingBuild(
  commands: readonly SimpleCommand[],
  project: Project,
): Promise<string | undefined> {
  for (const command of commands) {
    if (await needsBuild(command, project)) return command.slice(0, 2).join(' ')
  }
  return undefined
}

async function needsBuild([program, ...args]: SimpleCommand, project: Project): Promise<boolean> {
  const name = posix.basename(program)
  const known = Object.hasOwn(serving, name) ? serving[name] : undefined
  if (known?.some((word) => word === '' || args.includes(word))) return true
  const isModule = moduleRunners.includes(name)
  if (!isModule && !fileServers.includes(name)) return false
  if (isModule && args.some((word) => withoutFile.includes(word))) return false
  const path = operandOf(args.filter((word, at) => at > 0 || !runVerbs.includes(word)))
  return path !== undefined && (await isMissing(path, project, isModule))
}

function operandOf(args: readonly string[]): string | undefined {
  return args.find((word, at) => !word.startsWith('-') && !withValue.includes(args[at - 1] ?? ''))
}

const maxPathLength = 1000

/** Whether a path below the application's folder is not in the source. Paths that only a shell can tell are taken for present. */
async function isMissing(path: string, project: Project, isModule: boolean): Promise<boolean> {
  const { source, packageJson } = project
  if (path.length > maxPathLength || /[\x00-\x1f\x7f$*?`{}[\]<>]/.test(path)) return false
  const plain = posix.normalize(path).replace(/\/$/, '')
  if (posix.isAbsolute(plain) || plain === '..' || plain.startsWith('../')) return false
  if (plain.split('/')[0] === 'node_modules') return false
  if (plain === '.') {
    const { main } = packageJson
    return isModule && typeof main === 'string' && main !== '' && main !== '.'
      ? isMissing(main, project, false)
      : false
  }
  if ((await findModule(source, plain)) !== undefined) return false
  return (await source.list(plain)).length === 0
}
