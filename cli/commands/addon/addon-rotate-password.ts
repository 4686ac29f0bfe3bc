import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { withProgress } from '#cli/terminal/progress.ts'

export const addonRotatePassword = defineCommand({
  words: 'addon rotate-password',
  summary: 'Change the password of an add-on; linked applications restart',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: orgOption,
  examples: ['berth addon rotate-password db'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const addon = await withProgress(
      terminal,
      'the provider to answer',
      client.addons.rotatePassword(address),
    )
    output.print(addon, () => `Changed the password of ${addon.name}.`)
    return 0
  },
})
