import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { readImport, replaceVariables } from '#cli/variables/replace-variables.ts'
import { countText } from '#cli/variables/variable-changes.ts'
import { exposedVariables } from '#cli/variables/variable-set.ts'

export const publishedConfigImport = defineCommand({
  words: 'published-config import',
  summary:
    'Replace the published configuration of an application with the variables on standard input',
  description:
    'Reads NAME=value lines like `berth env import`. Shows the changes first; removals must be confirmed.',
  options: {
    json: { type: 'boolean', summary: 'Read JSON: {"NAME": "value"} or [{"name", "value"}]' },
    ...yesOption,
    ...applicationOptions,
  },
  examples: ['berth published-config import < published.env'],
  async handle(context) {
    const { terminal, output, options } = context
    const variables = await readImport(terminal, { isJson: options.json, set: 'published-config' })
    const session = await openSession(context)
    const application = await resolveApplication(session.client, context)
    const set = exposedVariables(session.client, application)
    await replaceVariables(context, session, set, { variables, command: 'published-config import' })
    const count = countText(Object.keys(variables).length)
    output.print(variables, () => `${application.name} now publishes ${count}.`)
    return 0
  },
})
