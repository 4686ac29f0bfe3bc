import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { formatVariable } from '#kit/text/variable-text.ts'

export const publishedConfig = defineCommand({
  words: 'published-config',
  summary: 'Show the configuration that an application publishes to linked applications',
  description: 'It is not part of the variables of the application itself.',
  options: applicationOptions,
  examples: ['berth published-config'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const exposed = await client.dependencies.exposed(application)
    const variables = Object.entries(exposed).map(([name, value]) => ({ name, value }))
    output.print(variables, () => variables.map(formatVariable).join('\n'))
    return 0
  },
})
