import { meantApplication } from '#cli/applications/application.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { readStdin } from '#cli/terminal/read-stdin.ts'
import { parseJsonVariables, parseVariables } from './variables.ts'

export const envImport = defineCommand({
  words: 'env import',
  summary: 'Replace all variables of an application by those on standard input',
  description:
    'Lines of NAME=value; a value in quotes may hold several lines. `berth env` prints what this reads.',
  options: {
    json: { type: 'boolean', summary: 'Read JSON: {"NAME": "value"} or [{"name", "value"}]' },
    ...applicationOptions,
  },
  examples: ['berth env import < .env'],
  async handle(context) {
    const { terminal, output, options } = context
    if (terminal.interactive) terminal.err('Type NAME=value lines; Ctrl-D ends them.\n')
    const variables = (options.json ? parseJsonVariables : parseVariables)(
      await readStdin(terminal),
    )
    const { client } = await openSession(context)
    const application = await meantApplication(client, context)
    await client.environment.replace(application, variables)
    const names = Object.keys(variables)
    output.print(
      variables,
      () =>
        `${application.name} has ${names.length} variables now. \`berth restart\` makes it see them.`,
    )
    return 0
  },
})
