import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { parseDuration } from '#kit/text/duration.ts'
import { sleepText } from './sleep-text.ts'

export const sleep = defineCommand({
  words: 'sleep',
  summary: 'Show or choose when an application without visitors falls asleep',
  description:
    'What sleeps has no instances, and costs none. The next visitor wakes it, and waits until it serves. Scheduled tasks do not run meanwhile.',
  options: {
    after: {
      type: 'string',
      value: 'duration',
      summary: 'Fall asleep after this long without a visitor, such as 30m; never; or now',
    },
    ...applicationOptions,
  },
  examples: [
    'berth sleep',
    'berth sleep --after 30m',
    'berth sleep --after never',
    'berth sleep --after now',
  ],
  async handle(context) {
    const { options, output } = context
    const after = options.after === undefined ? undefined : chosenIn(options.after)
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const changed = () => {
      if (after === undefined) return client.sleep.get(application)
      return after === 'now'
        ? client.sleep.now(application)
        : client.sleep.after(application, after)
    }
    const answer = await changed()
    output.print(answer, () => sleepText(application.name, answer))
    return 0
  },
})

/** Minutes; 0 for never. */
function chosenIn(text: string): number | 'now' {
  if (text === 'now') return 'now'
  if (text === 'never') return 0
  const duration = parseDuration(text, 'm')
  if (duration !== undefined && duration >= 60_000 && duration % 60_000 === 0) {
    return duration / 60_000
  }
  throw new Refusal(`Invalid time '${text}': use whole minutes such as 30m or 2h, never, or now.`)
}
