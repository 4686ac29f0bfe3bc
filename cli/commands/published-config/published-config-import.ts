import { meantApplication } from '#cli/applications/application.ts'
import { parseJsonVariables, parseVariables } from '#cli/commands/env/variables.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { readStdin } from '#cli/terminal/read-stdin.ts'

export const publishedConfigImport = defineCommand({
  words: 'published-config import',
  summary: 'Replace all that an application exposes by the variables on standard input',
  description: 'Lines of NAME=value, as `berth env import` reads them.',
  options: {
    json: { type: 'boolean', summary: 'Read JSON: {"NAME": "value"} or [{"name", "value"}]' },
    ...applicationOptions,
  },
  async handle(context) {
    const { terminal, output, options } = context
    if (terminal.interactive) terminal.err('Type NAME=value lines; Ctrl-D ends them.\n')
    const text = await readStdin(terminal)
    const variables = (options.json ? parseJsonVariables : parseVariables)(text)
    const { client } = await openSession(context)
    const application = await meantApplication(client, context)
    await client.dependencies.expose(application, variables)
    const count = Object.keys(variables).length
    output.print(variables, () => `${application.name} exposes ${count} variables now.`)
    return 0
  },
})
