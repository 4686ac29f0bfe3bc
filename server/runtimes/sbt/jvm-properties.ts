import { ShellWordsError, splitShellWords } from '#kit/text/shell-words.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'

/** System properties that the JVM of the application gets, the last value of each. */
export type JvmProperties = ReadonlyMap<string, string>

/** Variables whose words reach the JVM, weakest first. */
const carriers = ['JAVA_TOOL_OPTIONS', 'JAVA_OPTS', 'CC_EXTRA_JAVA_ARGS']

/** Properties (`-Dname=value`) of the variables and of the options of the start, or of the owner's own start command. */
export function jvmProperties(environment: Environment, options: readonly string[]): JvmProperties {
  const own = environment.CC_RUN_COMMAND?.trim()
  const start = own ? shellWords(own) : options
  const words = carriers.flatMap((name) => environment[name]?.trim().split(/\s+/) ?? [])
  const properties = new Map<string, string>()
  for (const word of [...words, ...start]) {
    const [name = '', ...value] = word.replace(/^-J/, '').split('=')
    if (name.startsWith('-D')) properties.set(name.slice(2), value.join('='))
  }
  return properties
}

function shellWords(text: string): string[] {
  try {
    return splitShellWords(text)
  } catch (error) {
    if (error instanceof ShellWordsError) return []
    throw error
  }
}
