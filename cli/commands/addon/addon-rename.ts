import { findAddon } from '#cli/addons/find-addon.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const addonRename = defineCommand({
  words: 'addon rename',
  summary: 'Give an add-on another name',
  arguments: [
    { name: 'addon', summary: 'its id, real id or name' },
    { name: 'name', summary: 'what it will be called' },
  ],
  options: orgOption,
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const address = findAddon(await client.summary.get(), args.addon, options.org)
    const addon = await client.addons.rename(address, args.name)
    output.print(addon, () => `${address.name} is called ${addon.name} now.`)
    return 0
  },
})
