import { unlinkedSentence } from '#cli/addons/linked-sentence.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { findApplication, resolveApplication } from '#cli/resolve/application.ts'

export const unlinkApp = defineCommand({
  words: 'service unlink-app',
  summary: 'Unlink an application from another one; nothing is deleted',
  arguments: [{ name: 'application', summary: 'id or name of the other application' }],
  options: applicationOptions,
  examples: ['berth service unlink-app api'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const other = findApplication(await client.summary.get(), args.application, application.ownerId)
    const answer = await client.dependencies.unlink(application, other.id)
    output.print(answer, () => unlinkedSentence(application.name, 'application', other.name))
    return 0
  },
})
