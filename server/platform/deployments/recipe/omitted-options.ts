import type { Environment } from '#platform/applications/environment.ts'
import type { OmittedOptions } from './recipe.ts'

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
