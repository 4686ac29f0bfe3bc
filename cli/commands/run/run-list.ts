import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { runCells, runHeadings } from '#cli/runs/run-text.ts'
import { table } from '#cli/terminal/table.ts'
import type { Client } from '#client/client.ts'

export const runList = defineCommand({
  words: 'run list',
  summary: 'List the one-off commands of an application, the newest first',
  description: 'The newest 100 are kept, for 30 days. All times are in UTC.',
  options: applicationOptions,
  examples: ['berth run list', 'berth run list --app web --format json'],
  async handle(context) {
    const { output, terminal } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const runs = await client.runs.list(application)
    const names = await namesOf(client, application.ownerId)
    output.print(runs, () =>
      runs.length > 0
        ? table([runHeadings, ...runs.map((each) => runCells(each, terminal, names))])
        : `${application.name} has no one-off commands. \`berth run <command>\` runs one.`,
    )
    return 0
  },
})

/** Names of members by their ids; a personal space has none. */
async function namesOf(client: Client, ownerId: string): Promise<Map<string, string>> {
  const members = ownerId.startsWith('orga_') ? await client.members.list(ownerId) : []
  return new Map(members.map(({ member: { id, name } }) => [id, name]))
}
