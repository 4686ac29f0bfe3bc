import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const connectReplay = defineCommand({
  words: 'connect replay',
  summary: 'Do again what a call of the host of a repository has led to',
  arguments: [{ name: 'id', summary: 'id of the delivery' }],
  options: applicationOptions,
  examples: ['berth connect replay repodelivery_0c6e0f3a-5d1c-4c1e-9f0b-3f5f6c1f7a52'],
  async handle(context) {
    const { args, output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const replayed = await client.connectedRepository.replay(application, args.id)
    output.print(replayed, () => 'The repository is looked at.')
    return 0
  },
})
