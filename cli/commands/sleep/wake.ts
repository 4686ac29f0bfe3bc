import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { sleepText } from './sleep-text.ts'

export const wake = defineCommand({
  words: 'wake',
  summary: 'Start an application that sleeps, without a visitor',
  options: applicationOptions,
  examples: ['berth wake', 'berth wake --app web'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const answer = await client.sleep.wake(application)
    output.print(answer, () => sleepText(application.name, answer))
    return 0
  },
})
