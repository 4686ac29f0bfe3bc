import { dirname } from 'node:path'
import type { SandboxPaths } from './confinement.ts'

/** Variables by which programs find the folder of a tool; `programs` are in the order of the tools. */
export function toolVariables(
  tools: readonly { name: string }[],
  { programs }: Pick<SandboxPaths, 'programs'>,
): Record<string, string> {
  const java = programs[tools.findIndex(({ name }) => name === 'java')]
  return java === undefined ? {} : { JAVA_HOME: dirname(java) }
}
