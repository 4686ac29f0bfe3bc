import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { duplicateOption, refuseDuplicate } from '#cli/resolve/free-name.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'

export const addonRename = defineCommand({
  words: 'addon rename',
  summary: 'Rename an add-on',
  arguments: [
    { name: 'addon', summary: 'add-on id, real id or name' },
    { name: 'name', summary: 'name of the add-on' },
  ],
  options: { ...duplicateOption, ...orgOption },
  examples: ['berth addon rename db orders'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const summary = await client.summary.get()
    const address = resolveAddon(summary, args.addon, options.org)
    const owner = chooseOwner(summary, address.ownerId)
    const others = owner.addons.filter(({ id }) => id !== address.id)
    const taken = others.map((addon) => addon.name)
    refuseDuplicate({ kind: 'an add-on', name: args.name, owner: owner.name, taken }, options)
    const addon = await client.addons.rename(address, args.name)
    output.print(addon, () => `Renamed ${address.name} to ${addon.name}.`)
    return 0
  },
})
