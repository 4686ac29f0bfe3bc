import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { readImport, replaceVariables } from '#cli/variables/replace-variables.ts'
import { countText } from '#cli/variables/variable-changes.ts'
import { ownVariables } from '#cli/variables/variable-set.ts'

export const envImport = defineCommand({
  words: 'env import',
  summary: 'Replace all variables of an application with those on standard input',
  description:
    'Reads NAME=value lines, as `berth env` prints them or as Node reads a .env file: # begins a comment unless it is quoted, and a quoted value can span several lines.\n' +
    'Shows what is added (+), changed (~) and removed (-) first; removals must be confirmed. `berth env undo` restores the previous variables.',
  options: {
    json: { type: 'boolean', summary: 'Read JSON: {"NAME": "value"} or [{"name", "value"}]' },
    ...yesOption,
    ...applicationOptions,
  },
  examples: ['berth env import < .env'],
  async handle(context) {
    const { terminal, output, options } = context
    const variables = await readImport(terminal, { isJson: options.json, set: 'env' })
    const session = await openSession(context)
    const application = await resolveApplication(session.client, context)
    const set = ownVariables(session.client, application)
    await replaceVariables(context, session, set, { variables, command: 'env import' })
    const count = countText(Object.keys(variables).length)
    output.print(
      variables,
      () => `${application.name} now has ${count}. Run \`berth restart\` to apply the change.`,
    )
    return 0
  },
})
