import type { Session } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { confirm } from '#cli/terminal/confirm.ts'
import type { Output } from '#cli/terminal/output.ts'
import { readStdin } from '#cli/terminal/read-stdin.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { parseJsonVariables, parseVariables, VariableTextError } from '#kit/text/variable-text.ts'
import {
  changesText,
  compareVariables,
  countText,
  hasChanges,
  type VariableChanges,
  type Variables,
} from './variable-changes.ts'
import { keepState } from './variable-history.ts'
import type { VariableSet } from './variable-set.ts'

export interface ReplaceContext {
  terminal: Terminal
  output: Output
  options: { yes: boolean }
}

/** Parses variables from standard input; refuses an empty input, which would remove all variables. */
export async function readImport(
  terminal: Terminal,
  { isJson, set }: { isJson: boolean; set: string },
): Promise<Variables> {
  if (terminal.interactive) terminal.err('Enter NAME=value lines, then Ctrl-D.\n')
  const text = await readStdin(terminal)
  const variables = parsed(isJson ? parseJsonVariables : parseVariables, text)
  if (Object.keys(variables).length > 0) return variables
  throw new Refusal(
    'No variables on standard input. Nothing was changed.',
    `\`berth ${set} rm\` removes variables by name.`,
  )
}

function parsed(parse: (text: string) => Variables, text: string): Variables {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof VariableTextError) throw new Refusal(error.message, error.hint)
    throw error
  }
}

/** Replaces all variables of a set after printing the changes and confirming removals. */
export async function replaceVariables(
  { terminal, output, options }: ReplaceContext,
  { profile }: Session,
  set: VariableSet,
  { variables, command }: { variables: Variables; command: string },
): Promise<VariableChanges> {
  const before = await set.read()
  const changes = compareVariables(before, variables)
  if (!hasChanges(changes)) return changes
  output.tell(changesText(terminal, changes))
  const { removed } = changes
  if (removed.length > 0 && !options.yes)
    await confirm(
      terminal,
      `${countText(removed.length)} of ${set.name} will be removed. Type yes to continue:`,
      'yes',
      { isStdinRead: true },
    )
  await keepState(terminal, profile, set, { before: command, variables: before })
  await set.replace(variables)
  return changes
}
