import { findAddon } from '#cli/addons/find-addon.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { withProgress } from '#cli/terminal/progress.ts'

export const addonRotatePassword = defineCommand({
  words: 'addon rotate-password',
  summary: 'Give an add-on another password; linked applications restart with it',
  arguments: [{ name: 'addon', summary: 'its id, real id or name' }],
  options: orgOption,
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const address = findAddon(await client.summary.get(), args.addon, options.org)
    const addon = await withProgress(
      terminal,
      'an answer of its provider',
      client.addons.rotatePassword(address),
    )
    output.print(addon, () => `${addon.name} has another password now.`)
    return 0
  },
})
