import type { Options } from '#cli/define-command.ts'
import { yesOption } from '#cli/options.ts'
import type { Session } from '#cli/profiles/session.ts'
import { Refusal, UsageError } from '#cli/refusal.ts'
import { table } from '#cli/terminal/table.ts'
import { type ReplaceContext, replaceVariables } from './replace-variables.ts'
import { countText } from './variable-changes.ts'
import { readHistory, type VariableState } from './variable-history.ts'
import type { VariableSet } from './variable-set.ts'

export const undoOptions = {
  list: { type: 'boolean', summary: 'List the previous states' },
  to: {
    type: 'string',
    value: 'number',
    summary: 'Number of the state to restore',
    default: '1',
  },
  ...yesOption,
} as const satisfies Options

/** Description shared by the `undo` commands. */
export const undoDescription =
  'The last ten states are kept on this machine, beside the profiles; changes made elsewhere are not included.\n' +
  'An undo can be undone as well.'

interface UndoContext extends ReplaceContext {
  options: { yes: boolean; list: boolean; to: string }
}

/** Restores the variables of a set to an earlier state in this machine's history. */
export async function undoVariables(
  context: UndoContext,
  session: Session,
  set: VariableSet,
): Promise<number> {
  const { terminal, output, options } = context
  const command = `${set.kind} undo`
  const states = await readHistory(terminal, session.profile, set)
  if (options.list) {
    output.print(states.map(summaryOf), () => listText(states))
    return 0
  }
  if (!/^[1-9]\d*$/.test(options.to))
    throw new UsageError(`Invalid --to '${options.to}': use a number from the list.`, command)
  const state = states[Number(options.to) - 1]
  if (!state)
    throw new Refusal(
      states.length === 0
        ? `This machine has no previous variables of ${set.name}.`
        : `There are only ${states.length} previous states.`,
      states.length === 0 ? undefined : `\`berth ${command} --list\` shows them.`,
    )
  const { variables } = state
  await replaceVariables(context, session, set, { variables, command })
  output.print(
    variables,
    () =>
      `Restored the ${countText(Object.keys(variables).length)} of ${set.name} from ${state.date}.`,
  )
  return 0
}

const summaryOf = ({ date, before, variables }: VariableState) => ({
  date,
  before,
  names: Object.keys(variables),
})

const listText = (states: readonly VariableState[]) =>
  states.length === 0
    ? 'This machine has no previous variables.'
    : table(
        states.map(({ date, before, variables }, place) => [
          String(place + 1),
          date,
          countText(Object.keys(variables).length),
          `before \`berth ${before}\``,
        ]),
      )
