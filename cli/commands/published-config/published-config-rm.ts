import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { changeVariables } from '#cli/variables/change-variables.ts'
import { exposedVariables } from '#cli/variables/variable-set.ts'

export const publishedConfigRm = defineCommand({
  words: 'published-config rm',
  summary: 'Remove a published variable of an application; linked applications restart',
  arguments: [{ name: 'name', summary: 'variable name' }],
  options: applicationOptions,
  examples: ['berth published-config rm API_URL'],
  async handle(context) {
    const { terminal, output, args } = context
    const { client, profile } = await openSession(context)
    const application = await resolveApplication(client, context)
    await changeVariables(terminal, profile, exposedVariables(client, application), {
      command: 'published-config rm',
      remove: [args.name],
    })
    output.print(args, () => `${application.name} no longer publishes ${args.name}.`)
    return 0
  },
})
