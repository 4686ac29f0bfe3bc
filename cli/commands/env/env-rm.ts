import { meantApplication } from '#cli/applications/application.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const envRm = defineCommand({
  words: 'env rm',
  summary: 'Remove a variable of an application',
  arguments: [{ name: 'name', summary: 'the variable' }],
  options: applicationOptions,
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const application = await meantApplication(client, context)
    await client.environment.unset(application, args.name)
    output.print(
      args,
      () => `Removed ${args.name}. \`berth restart\` makes ${application.name} see it.`,
    )
    return 0
  },
})
