import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const maintenanceOff = defineCommand({
  words: 'maintenance off',
  summary: 'Let visitors reach the application again',
  options: applicationOptions,
  examples: ['berth maintenance off'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const answer = await client.maintenance.end(application)
    output.print(answer, () => `Visitors reach ${application.name}.`)
    return 0
  },
})
