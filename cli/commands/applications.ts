import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { listPerOwner } from '#cli/resolve/list-per-owner.ts'

const none = 'No applications yet. Create one with `berth init` in the folder of its files.'

export const applications = defineCommand({
  words: 'applications',
  summary: 'List your applications',
  options: orgOption,
  examples: ['berth applications', 'berth applications --org acme --format json'],
  async handle(context) {
    // Scripts get the whole records, of which the lines for people need a fifteenth.
    if (context.options.format === 'json')
      await listPerOwner(context, {
        listOf: ({ id, applications }, client) =>
          applications.length > 0 ? client.applications.list(id) : [],
        json: (each) => each,
        row: ({ name }) => [name],
        none,
      })
    else
      await listPerOwner(context, {
        listOf: ({ id, applications }, client) =>
          applications.length > 0 ? client.applications.listEntries(id) : [],
        json: (each) => each,
        row: ({ id, name, type, zone, state }) => [name, id, type, zone, state],
        none,
      })
    return 0
  },
})
