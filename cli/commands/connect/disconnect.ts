import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const disconnect = defineCommand({
  words: 'disconnect',
  summary: 'Deploy an application from pushes only again; what is deployed stays',
  options: applicationOptions,
  examples: ['berth disconnect --app shop'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const removed = await client.connectedRepository.disconnect(application)
    output.print(removed, () => removed.message)
    return 0
  },
})
