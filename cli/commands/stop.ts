import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const stop = defineCommand({
  words: 'stop',
  summary: 'Stop an application; `berth restart` starts it again',
  options: applicationOptions,
  examples: ['berth stop', 'berth stop --app web'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const answer = await client.instances.stop(application)
    output.print(answer, () => `Stopping ${application.name}.`)
    return 0
  },
})
