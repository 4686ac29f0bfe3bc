import { meantApplication } from '#cli/applications/application.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const publishedConfigSet = defineCommand({
  words: 'published-config set',
  summary: 'Set a variable that an application exposes; those linked to it restart',
  arguments: [
    { name: 'name', summary: 'the variable' },
    { name: 'value', summary: 'its value; one that begins with a dash is written after --' },
  ],
  options: applicationOptions,
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const application = await meantApplication(client, context)
    const exposed = await client.dependencies.exposed(application)
    const changed = { ...exposed, [args.name]: args.value }
    await client.dependencies.expose(application, changed)
    output.print(args, () => `${application.name} exposes ${args.name}.`)
    return 0
  },
})
