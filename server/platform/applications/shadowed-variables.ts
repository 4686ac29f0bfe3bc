import type { Environment } from './environment.ts'

/** A linked thing that provides variables. */
export interface VariableSource {
  /** Description, such as `the add-on db`. */
  title: string
  variables: Environment
}

const maxNames = 5

/**
 * One sentence per source whose variables are shadowed by an earlier source. Variables that the owner has set are
 * meant to shadow others and are not reported.
 */
export function describeShadowed(sources: readonly VariableSource[], own: Environment): string[] {
  const winners = new Map<string, string>()
  const sentences: string[] = []
  for (const { title, variables } of sources) {
    const lost = new Map<string, string[]>()
    for (const name of Object.keys(variables)) {
      const winner = winners.get(name)
      if (winner === undefined) winners.set(name, title)
      else if (!Object.hasOwn(own, name)) lost.set(winner, [...(lost.get(winner) ?? []), name])
    }
    for (const [winner, names] of lost)
      sentences.push(`Not used from ${title}: ${listed(names)}. The values of ${winner} win.`)
  }
  return sentences
}

function listed(names: readonly string[]): string {
  const rest = names.length - maxNames
  return rest > 0 ? `${names.slice(0, maxNames).join(', ')} and ${rest} more` : names.join(', ')
}
