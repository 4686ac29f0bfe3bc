import { defineCommand } from '#cli/define-command.ts'
import { orgOption, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { confirm } from '#cli/terminal/confirm.ts'
import { withProgress } from '#cli/terminal/progress.ts'

export const addonDelete = defineCommand({
  words: 'addon delete',
  summary: 'Delete an add-on and its data',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: { ...yesOption, ...orgOption },
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const { name } = address
    if (!options.yes) {
      const linked = await client.addons.applications(address)
      if (linked.length > 0)
        terminal.err(`It is linked to ${linked.map((one) => one.name).join(', ')}.\n`)
      await confirm(terminal, `Type '${name}' to delete the add-on and its data:`, name)
    }
    const answer = await withProgress(
      terminal,
      'the provider to answer',
      client.addons.delete(address),
    )
    output.print(answer, () => answer.message)
    return 0
  },
})
