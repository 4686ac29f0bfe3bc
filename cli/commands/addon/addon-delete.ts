import { defineCommand } from '#cli/define-command.ts'
import { orgOption, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'
import { confirmDeletion } from '#cli/terminal/confirm-deletion.ts'
import { withProgress } from '#cli/terminal/progress.ts'

export const addonDelete = defineCommand({
  words: 'addon delete',
  summary: 'Delete an add-on and its data',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: { ...yesOption, ...orgOption },
  examples: ['berth addon delete db', 'berth addon delete db --org acme --yes'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const summary = await client.summary.get()
    const address = resolveAddon(summary, args.addon, options.org)
    const { id, name, ownerId } = address
    const owner = chooseOwner(summary, ownerId).name
    const deletion = { kind: 'add-on', name, id, owner, including: 'its data' }
    if (!options.yes) {
      const linked = await client.addons.applications(address)
      if (linked.length > 0)
        terminal.err(`It is linked to ${linked.map((one) => one.name).join(', ')}.\n`)
      await confirmDeletion(terminal, deletion)
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
