import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { describeMaintenance } from './describe-maintenance.ts'

export const maintenance = defineCommand({
  words: 'maintenance',
  summary: 'Show whether an application is under maintenance',
  options: applicationOptions,
  examples: ['berth maintenance', 'berth maintenance --format json'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const found = await client.maintenance.get(application)
    output.print(found, () =>
      found.isOn
        ? describeMaintenance(application.name, found)
        : `${application.name} is not under maintenance. Begin with \`berth maintenance on\`.`,
    )
    return 0
  },
})
