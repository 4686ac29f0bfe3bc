import type { Environment } from './environment.ts'

/** Something linked that gives an application variables. */
export interface VariableSource {
  /** What it is, such as `the add-on db`. */
  title: string
  variables: Environment
}

const maxNames = 5

/**
 * A sentence for each source whose variables are not used because one before it gives the same names. What the owner
 * has set for the application itself is meant to win, and is not told.
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
