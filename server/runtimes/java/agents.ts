import type { Environment } from '#platform/model/hosting/environment.ts'
import { hasOmittedOption } from '#platform/model/hosting/recipe/program-options.ts'
import type { OmittedOptions } from '#platform/model/hosting/recipe/recipe.ts'

/**
 * Options that load an agent into a JVM. Builds do not get them: the agent is often a dependency that the build has yet to
 * download, and what it would report of a compiler is of no use.
 */
export const agentOptions: OmittedOptions = {
  variables: ['JAVA_TOOL_OPTIONS', 'JDK_JAVA_OPTIONS', '_JAVA_OPTIONS'],
  prefixes: ['-javaagent:', '-agentlib:', '-agentpath:'],
}

/** A note for the log where the owner has set such options. */
export const agentNotes = (environment: Environment): string[] =>
  hasOmittedOption(environment, agentOptions)
    ? ['Agents of JAVA_TOOL_OPTIONS are loaded by the application, not by its build.']
    : []
