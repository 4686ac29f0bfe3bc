import { parse } from 'ini'
import type { BuildStep } from '#platform/deployments/recipe/recipe.ts'
import type { Project } from '#runtimes/node/project.ts'

/** Whether the application says itself where all its packages come from. */
export async function hasOwnRegistry({ source, lockSource }: Project): Promise<boolean> {
  const texts = [await source.read('.npmrc'), await lockSource.read('.npmrc')]
  return texts.some((text) => 'registry' in parse(text ?? ''))
}

/**
 * The step without the operator's registry in its environment, where it would win over every file; Bun would even
 * send it the credentials that are for the other.
 */
export const byFilesAlone = ({ command, ...step }: BuildStep): BuildStep => ({
  ...step,
  command: ['env', '-u', 'npm_config_registry', ...command],
})
