import { posix } from 'node:path'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Project } from '#runtimes/node/project.ts'
import { setting } from '#runtimes/variable.ts'
import { commandsIn, commandsOfScript, type SimpleCommand } from './script-commands.ts'

/** Scripts that an installation runs. */
const lifecycle = ['preinstall', 'install', 'postinstall', 'prepublish', 'prepare'] as const
const hooks = ['CC_PRE_BUILD_HOOK', 'CC_POST_BUILD_HOOK', 'CC_PRE_RUN_HOOK', 'CC_CUSTOM_BUILD_TOOL']

/** Something of the owner's that makes the build; `isSure` is false for a program that the platform cannot look into. */
export interface BuildMaker {
  /** The variable or script. */
  name: string
  isSure: boolean
}

/** What runs before or at the start and makes the build already. */
export function findBuildMaker(
  { packageJson: { scripts }, environment }: Project,
  start: readonly SimpleCommand[],
): BuildMaker | undefined {
  const programs = new Set(commandsOfScript('build', scripts).map(programOf))
  const makes = (commands: readonly SimpleCommand[]) =>
    commands.some((command) => isBuild(command, programs))
  for (const name of lifecycle) {
    if (makes(commandsOfScript(name, scripts))) return { name, isSure: true }
  }
  const inHooks = hooks.map((name) => ({
    name,
    commands: commandsOfHook(name, environment, scripts),
  }))
  const sure = inHooks.find(({ commands }) => makes(commands))
  if (sure) return { name: sure.name, isSure: true }
  if (makes(start.slice(0, -1))) return { name: 'the start command', isSure: true }
  const opaque = inHooks.find(({ commands }) => commands.some(isOpaque))
  return opaque && { name: opaque.name, isSure: false }
}

function commandsOfHook(
  name: string,
  environment: Environment,
  scripts: Readonly<Record<string, string>>,
): SimpleCommand[] {
  const text = setting(environment, name)
  return text === undefined ? [] : commandsIn(text, scripts)
}

const programOf = ([program]: SimpleCommand) => posix.basename(program)

/** Programs of which a build script says little: another call of one of them may be about anything. */
const vague = [
  'node',
  'bun',
  'sh',
  'bash',
  'echo',
  'cp',
  'mv',
  'rm',
  'rimraf',
  'mkdir',
  'cd',
  'npm',
  'prisma',
]
const verbs = /build|compile|bundle/i
/** Verbs by which a program that builds does something else. */
const otherVerbs = [
  'sync',
  'prepare',
  'generate',
  'info',
  'telemetry',
  'typegen',
  'postinstall',
  'check',
]

/** A word about building, or a program that the script `build` runs as well. */
function isBuild(command: SimpleCommand, programs: ReadonlySet<string>): boolean {
  const [, first = ''] = command
  if (command.some((word) => verbs.test(word))) return true
  const program = programOf(command)
  return programs.has(program) && !vague.includes(program) && !otherVerbs.includes(first)
}

const interpreters = ['node', 'bun', 'deno', 'sh', 'bash', 'make', 'just', 'task', 'python3']

/** A program of the repository, which may do anything. */
const isOpaque = ([program]: SimpleCommand) =>
  program.includes('/') || interpreters.includes(program)
