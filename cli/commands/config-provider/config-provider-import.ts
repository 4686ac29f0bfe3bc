import { findAddon } from '#cli/addons/find-addon.ts'
import { parseJsonVariables, parseVariables } from '#cli/commands/env/variables.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { readStdin } from '#cli/terminal/read-stdin.ts'

export const configProviderImport = defineCommand({
  words: 'config-provider import',
  summary: 'Replace all variables of a configuration provider by those on standard input',
  description: 'Lines of NAME=value, as `berth env import` reads them.',
  arguments: [{ name: 'addon', summary: 'its id, real id or name' }],
  options: {
    json: { type: 'boolean', summary: 'Read JSON: {"NAME": "value"} or [{"name", "value"}]' },
    ...orgOption,
  },
  async handle(context) {
    const { terminal, output, options, args } = context
    if (terminal.interactive) terminal.err('Type NAME=value lines; Ctrl-D ends them.\n')
    const text = await readStdin(terminal)
    const variables = (options.json ? parseJsonVariables : parseVariables)(text)
    const { client } = await openSession(context)
    const address = findAddon(await client.summary.get(), args.addon, options.org)
    await client.addons.configure(address, variables)
    const count = Object.keys(variables).length
    output.print(variables, () => `${address.name} gives ${count} variables now.`)
    return 0
  },
})
