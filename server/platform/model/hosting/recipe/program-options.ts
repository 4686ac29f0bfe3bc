import type { Environment } from '#platform/model/hosting/environment.ts'
import type { MemoryOption, OmittedOptions, Recipe } from './recipe.ts'

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
  if (option === '' && given) return environment
  const says = (word: string) =>
    isAbout(option, word) || synonyms.some((synonym) => word.startsWith(synonym))
  if (given.split(/\s+/).some(says)) return environment
  const megabytes = Math.max(minimum, Math.floor(memoryMegabytes * share))
  const limit = option === '' ? `${megabytes}${unit}` : `${option}=${megabytes}${unit}`
  return Object.freeze({ ...environment, [variable]: given ? `${given} ${limit}` : limit })
}

/** Whether a word is the option or a variant of it: hyphens or underscores, with or without value. */
function isAbout(option: string, word: string): boolean {
  const plain = word.replace(/^["']+/, '').replaceAll('_', '-')
  return plain.startsWith(option) && !/^\w/.test(plain.slice(option.length))
}

/** Removes options from variables; a variable without any other option is removed as well. */
export function withoutOptions(
  environment: Environment,
  omitted: OmittedOptions | undefined,
): Environment {
  if (!omitted) return environment
  const kept: Record<string, string> = { ...environment }
  for (const name of omitted.variables) {
    const words = optionWords(environment[name] ?? '')
    const others = words.filter((word) => !isOmitted(word, omitted))
    if (others.length === words.length) continue
    if (others.length === 0) delete kept[name]
    else kept[name] = others.join(' ')
  }
  return Object.freeze(kept)
}

/** Whether the owner has set any of these options. */
export const hasOmittedOption = (environment: Environment, omitted: OmittedOptions): boolean =>
  omitted.variables.some((name) =>
    optionWords(environment[name] ?? '').some((word) => isOmitted(word, omitted)),
  )

const isOmitted = (word: string, { prefixes }: OmittedOptions) =>
  prefixes.some((prefix) => word.replaceAll(/["']/g, '').startsWith(prefix))

/** Splits options at blanks outside of quotes, as the JVM does; a quote that is never closed extends to the end. */
const optionWords = (text: string): string[] =>
  text.match(/(?:[^\s"']|"[^"]*(?:"|$)|'[^']*(?:'|$))+/g) ?? []
