import { meantApplication } from '#cli/applications/application.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const envSet = defineCommand({
  words: 'env set',
  summary: 'Set a variable of an application',
  arguments: [
    { name: 'name', summary: 'the variable' },
    { name: 'value', summary: 'its value; one that begins with a dash is written after --' },
  ],
  options: applicationOptions,
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const application = await meantApplication(client, context)
    await client.environment.set(application, args)
    output.print(
      args,
      () => `Set ${args.name}. \`berth restart\` makes ${application.name} see it.`,
    )
    return 0
  },
})
