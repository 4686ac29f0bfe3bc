import type { Environment } from '#platform/applications/environment.ts'
import type { MemoryOption, Recipe } from './recipe.ts'

/** Adds options that limit a program to the instance's memory; an owner's own option takes precedence. */
export function withMemoryOption(
  environment: Environment,
  wanted: Recipe['memoryOption'],
  memoryMegabytes: number,
): Environment {
  const all = Array.isArray(wanted) ? wanted : wanted ? [wanted] : []
  return all.reduce((before, each) => withOption(before, each, memoryMegabytes), environment)
}

function withOption(
  environment: Environment,
  { variable, option, unit = '', synonyms = [], share, minimum = 0 }: MemoryOption,
  memoryMegabytes: number,
): Environment {
  const given = environment[variable]?.trim() ?? ''
  const says = (word: string) =>
    isAbout(option, word) || synonyms.some((synonym) => word.startsWith(synonym))
  if (given.split(/\s+/).some(says)) return environment
  const megabytes = Math.max(minimum, Math.floor(memoryMegabytes * share))
  const limit = `${option}=${megabytes}${unit}`
  return Object.freeze({ ...environment, [variable]: given ? `${given} ${limit}` : limit })
}

/** Whether a word is the option or a variant of it: hyphens or underscores, with or without value. */
function isAbout(option: string, word: string): boolean {
  const plain = word.replace(/^["']+/, '').replaceAll('_', '-')
  return plain.startsWith(option) && !/^\w/.test(plain.slice(option.length))
}
