import { defineCommand } from '#cli/define-command.ts'
import { orgOption, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { readImport, replaceVariables } from '#cli/variables/replace-variables.ts'
import { countText } from '#cli/variables/variable-changes.ts'
import { providedVariables } from '#cli/variables/variable-set.ts'

export const configProviderImport = defineCommand({
  words: 'config-provider import',
  summary: 'Replace all variables of a configuration provider with those on standard input',
  description:
    'Reads NAME=value lines like `berth env import`. Shows the changes first; removals must be confirmed.',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: {
    json: { type: 'boolean', summary: 'Read JSON: {"NAME": "value"} or [{"name", "value"}]' },
    ...yesOption,
    ...orgOption,
  },
  examples: ['berth config-provider import shared < shared.env'],
  async handle(context) {
    const { terminal, output, options } = context
    const variables = await readImport(terminal, { isJson: options.json, set: 'config-provider' })
    const session = await openSession(context)
    const address = resolveAddon(
      await session.client.summary.get(),
      context.args.addon,
      context.options.org,
    )
    const set = providedVariables(session.client, address)
    await replaceVariables(context, session, set, { variables, command: 'config-provider import' })
    const count = countText(Object.keys(variables).length)
    output.print(variables, () => `${address.name} now provides ${count}.`)
    return 0
  },
})
