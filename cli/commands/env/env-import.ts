import { meantApplication } from '#cli/applications/application.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { readImport, replaceVariables } from '#cli/variables/replace-variables.ts'
import { countText } from '#cli/variables/variable-changes.ts'
import { ownVariables } from '#cli/variables/variable-set.ts'

export const envImport = defineCommand({
  words: 'env import',
  summary: 'Replace all variables of an application by those on standard input',
  description:
    'Lines of NAME=value; a value in quotes may hold several lines. `berth env` prints what this reads.\n' +
    'What is added (+), changed (~) and removed (-) is shown first; a removal has to be confirmed. `berth env undo` brings the variables back.',
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
    const application = await meantApplication(session.client, context)
    const set = ownVariables(session.client, application)
    await replaceVariables(context, session, set, { variables, command: 'env import' })
    const count = countText(Object.keys(variables).length)
    output.print(
      variables,
      () => `${application.name} has ${count} now. \`berth restart\` makes it see the change.`,
    )
    return 0
  },
})
