import type { Environment } from '#platform/applications/environment.ts'
import type { MemoryOption } from './recipe.ts'

/** Adds an option that limits a program to the instance's memory; an owner's own option takes precedence. */
export function withMemoryOption(
  environment: Environment,
  wanted: MemoryOption | undefined,
  memoryMegabytes: number,
): Environment {
  if (!wanted) return environment
  const { variable, option, unit = '', synonyms = [], share } = wanted
  const given = environment[variable]?.trim() ?? ''
  const says = (word: string) =>
    isAbout(option, word) || synonyms.some((synonym) => word.startsWith(synonym))
  if (given.split(/\s+/).some(says)) return environment
  const limit = `${option}=${Math.floor(memoryMegabytes * share)}${unit}`
  return Object.freeze({ ...environment, [variable]: given ? `${given} ${limit}` : limit })
}

/** Whether a word is the option or a variant of it: hyphens or underscores, with or without value. */
function isAbout(option: string, word: string): boolean {
  const plain = word.replace(/^["']+/, '').replaceAll('_', '-')
  return plain.startsWith(option) && !/^\w/.test(plain.slice(option.length))
}
