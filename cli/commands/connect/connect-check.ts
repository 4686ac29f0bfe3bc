import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const connectCheck = defineCommand({
  words: 'connect check',
  summary: 'Look at the repository of an application now, instead of at the next time',
  options: applicationOptions,
  examples: ['berth connect check'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const asked = await client.connectedRepository.check(application)
    output.print(
      asked,
      () =>
        'The repository is looked at. `berth connect` and `berth activity` show what came of it.',
    )
    return 0
  },
})
