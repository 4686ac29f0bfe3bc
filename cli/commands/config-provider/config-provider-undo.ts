import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { undoDescription, undoOptions, undoVariables } from '#cli/variables/undo-variables.ts'
import { providedVariables } from '#cli/variables/variable-set.ts'

export const configProviderUndo = defineCommand({
  words: 'config-provider undo',
  summary: 'Undo the last change to the variables of a configuration provider',
  description: undoDescription,
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: { ...undoOptions, ...orgOption },
  examples: ['berth config-provider undo shared', 'berth config-provider undo shared --list'],
  async handle(context) {
    const session = await openSession(context)
    const address = resolveAddon(
      await session.client.summary.get(),
      context.args.addon,
      context.options.org,
    )
    return undoVariables(context, session, providedVariables(session.client, address))
  },
})
