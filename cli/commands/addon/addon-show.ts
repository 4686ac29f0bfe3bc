import { addonText } from '#cli/addons/addon-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'

export const addonShow = defineCommand({
  words: 'addon show',
  summary: 'Show an add-on and the applications that are linked to it',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: orgOption,
  examples: ['berth addon show db'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const [addon, applications] = await Promise.all([
      client.addons.get(address),
      client.addons.applications(address),
    ])
    const linked = applications.map(({ id, name }) => ({ id, name }))
    output.print({ ownerId: address.ownerId, ...addon, applications: linked }, () =>
      addonText(addon, applications),
    )
    return 0
  },
})
