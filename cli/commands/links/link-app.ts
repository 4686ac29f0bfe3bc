import { linkedSentence } from '#cli/addons/linked-sentence.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { findApplication, resolveApplication } from '#cli/resolve/application.ts'

export const linkApp = defineCommand({
  words: 'service link-app',
  summary: 'Link an application to another one to get its published configuration',
  description:
    'The variables apply from the next start on, and the application restarts whenever they change. `berth published-config` sets them.',
  arguments: [{ name: 'application', summary: 'id or name of the other application' }],
  options: applicationOptions,
  examples: ['berth service link-app api'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const other = findApplication(await client.summary.get(), args.application, application.ownerId)
    const answer = await client.dependencies.link(application, other.id)
    output.print(answer, () => linkedSentence(application.name, 'application', other.name))
    return 0
  },
})
