import type { Profile } from '#cli/profiles/profile.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Variable } from '#client/resources/applications/environment.ts'
import { keepState } from './variable-history.ts'
import type { VariableSet } from './variable-set.ts'

export interface VariableEdit {
  /** Command that makes the change, for the history. */
  command: string
  put?: readonly Variable[]
  /** Names of variables to remove. */
  remove?: readonly string[]
}

/** Changes some variables of a set; the others keep their order. */
export async function changeVariables(
  terminal: Terminal,
  profile: Profile,
  set: VariableSet,
  { command, put = [], remove = [] }: VariableEdit,
): Promise<void> {
  const before = await set.read()
  const variables = new Map(Object.entries(before))
  for (const { name, value } of put) variables.set(name, value)
  for (const name of remove) variables.delete(name)
  await keepState(terminal, profile, set, { before: command, variables: before })
  await set.replace(Object.fromEntries(variables))
}
