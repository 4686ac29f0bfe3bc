import { meantApplication } from '#cli/applications/application.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { changeVariables } from '#cli/variables/change-variables.ts'
import { exposedVariables } from '#cli/variables/variable-set.ts'

export const publishedConfigRm = defineCommand({
  words: 'published-config rm',
  summary: 'Remove a variable that an application exposes; those linked to it restart',
  arguments: [{ name: 'name', summary: 'the variable' }],
  options: applicationOptions,
  async handle(context) {
    const { terminal, output, args } = context
    const { client, profile } = await openSession(context)
    const application = await meantApplication(client, context)
    await changeVariables(terminal, profile, exposedVariables(client, application), {
      command: 'published-config rm',
      remove: [args.name],
    })
    output.print(args, () => `${application.name} exposes ${args.name} no longer.`)
    return 0
  },
})
