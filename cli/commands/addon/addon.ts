import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { listPerOwner } from '#cli/resolve/list-per-owner.ts'

export const addon = defineCommand({
  words: 'addon',
  summary: 'List your add-ons',
  options: orgOption,
  examples: ['berth addon', 'berth addon --org acme --format json'],
  async handle(context) {
    await listPerOwner(context, {
      listOf: ({ id, addons }, client) => (addons.length > 0 ? client.addons.list(id) : []),
      json: (each, owner) => ({ ownerId: owner.id, ...each }),
      row: ({ id, name, provider, plan, region, state }) => [
        name,
        provider.id,
        plan.slug,
        region,
        state,
        id,
      ],
      none: 'No add-ons yet. `berth addon providers` lists the providers.',
    })
    return 0
  },
})
