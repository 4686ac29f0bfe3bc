import { dirname } from 'node:path'
import { Failure, type FailureStep } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
import type { SandboxPaths } from './confinement.ts'

export interface Variables {
  paths: SandboxPaths
  /** Folders of programs below the application's. */
  programs?: readonly string[] | undefined
  /** Variables of the recipe, overridden by those of the application. */
  given: Environment
  /** Variables of the machine for every command, overridden by the given ones. */
  machine: Record<string, string>
  port: number
}

const systemPath = '/usr/bin:/bin'
const maxVariableLength = 128 * 1024 - 1
const maxBytes = 1024 * 1024

/** The complete environment of a confined command. */
export function variablesOf(variables: Variables): Record<string, string> {
  const { paths, programs = [], given, machine, port } = variables
  const own = programs.map((folder) => `${paths.app}/${folder}`)
  return {
    LANG: 'C.UTF-8',
    USER: 'app',
    LOGNAME: 'app',
    TMPDIR: paths.tmp,
    ...machine,
    ...given,
    HOME: paths.home,
    APP_HOME: paths.app,
    PATH: [...own, ...paths.programs, given.PATH ?? systemPath].join(':'),
    PORT: String(port),
  }
}

/** What a command in an image gets: the variables of the image, overridden by those of the application. */
export const imageVariables = (
  image: { environment: Record<string, string>; home: string },
  given: Environment,
  port: number,
): Record<string, string> => ({
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: image.home,
  ...image.environment,
  ...given,
  PORT: String(port),
})

/** Rejects variables that the kernel cannot pass to a program: too large, or with NUL bytes. */
export function checkVariables(step: FailureStep, environment: Environment): void {
  let bytes = 0
  for (const [name, value] of Object.entries(environment)) {
    const size = Buffer.byteLength(name) + Buffer.byteLength(value) + 2
    bytes += size
    if (name === '' || /[=\0]/.test(name) || value.includes('\0')) {
      throw new Failure(step, `The variable ${JSON.stringify(name)} cannot be given to a program.`)
    }
    if (size > maxVariableLength) {
      throw new Failure(
        step,
        `The variable ${name} is larger than the 128 KB a program can be given.`,
      )
    }
  }
  if (bytes > maxBytes) {
    throw new Failure(
      step,
      'The variables together are larger than the 1 MB a program can be given.',
    )
  }
}

/** Folder of the programs of a tool as commands see it; `programs` are in the order of the tools, without the one that is the system itself. */
export const programsOf = (
  name: string,
  tools: readonly { name: string }[],
  programs: readonly string[],
): string | undefined =>
  programs[tools.filter((tool) => !isSystemTool(tool)).findIndex((tool) => tool.name === name)]

/** Variables by which programs find the folder of a tool. */
export function toolVariables(
  tools: readonly { name: string }[],
  { programs }: Pick<SandboxPaths, 'programs'>,
): Record<string, string> {
  const java = programsOf('java', tools, programs)
  return java === undefined ? {} : { JAVA_HOME: dirname(java) }
}
