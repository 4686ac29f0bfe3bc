import type { Environment } from '#platform/applications/environment.ts'
import { Failure, type FailureStep } from '#platform/deployments/failure.ts'
import type { SandboxPaths } from './confinement.ts'

export interface Variables {
  paths: SandboxPaths
  /** The variables of the recipe and of the application, the latter over the former. */
  given: Environment
  /** What the machine hands to every command, under what was given. */
  machine: Record<string, string>
  port: number
}

const systemPath = '/usr/bin:/bin'
const maxVariableLength = 128 * 1024 - 1
const maxBytes = 1024 * 1024

/** Exactly what a confined command finds in its environment. */
export function variablesOf({ paths, given, machine, port }: Variables): Record<string, string> {
  return {
    LANG: 'C.UTF-8',
    USER: 'app',
    LOGNAME: 'app',
    TMPDIR: paths.tmp,
    ...machine,
    ...given,
    HOME: paths.home,
    APP_HOME: paths.app,
    PATH: [...paths.programs, given.PATH ?? systemPath].join(':'),
    PORT: String(port),
  }
}

/** The kernel refuses to start a program with larger ones, and no program can be given the impossible ones. */
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
