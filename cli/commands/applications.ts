import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { listPerOwner } from '#cli/resolve/list-per-owner.ts'

export const applications = defineCommand({
  words: 'applications',
  summary: 'List your applications',
  options: orgOption,
  examples: ['berth applications', 'berth applications --org acme --format json'],
  async handle(context) {
    await listPerOwner(context, {
      listOf: ({ id, applications }, client) =>
        applications.length > 0 ? client.applications.list(id) : [],
      json: (each) => each,
      row: ({ id, name, zone, instance, state }) => [name, id, instance.variant.slug, zone, state],
      none: 'No applications yet. Create one with `berth init` in the folder of its files.',
    })
    return 0
  },
})
