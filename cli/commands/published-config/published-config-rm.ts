import { meantApplication } from '#cli/applications/application.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const publishedConfigRm = defineCommand({
  words: 'published-config rm',
  summary: 'Remove a variable that an application exposes; those linked to it restart',
  arguments: [{ name: 'name', summary: 'the variable' }],
  options: applicationOptions,
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const application = await meantApplication(client, context)
    const { [args.name]: _, ...left } = await client.dependencies.exposed(application)
    await client.dependencies.expose(application, left)
    output.print(args, () => `${application.name} exposes ${args.name} no longer.`)
    return 0
  },
})
