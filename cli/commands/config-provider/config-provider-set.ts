import { findAddon } from '#cli/addons/find-addon.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { changeConfiguration } from './change-configuration.ts'

export const configProviderSet = defineCommand({
  words: 'config-provider set',
  summary: 'Set a variable of a configuration provider; linked applications restart',
  arguments: [
    { name: 'addon', summary: 'its id, real id or name' },
    { name: 'name', summary: 'the variable' },
    { name: 'value', summary: 'its value; one that begins with a dash is written after --' },
  ],
  options: orgOption,
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const address = findAddon(await client.summary.get(), args.addon, options.org)
    const set = (variables: Map<string, string>) => variables.set(args.name, args.value)
    await changeConfiguration(client, address, set)
    const { name, value } = args
    output.print({ name, value }, () => `${address.name} gives ${name}.`)
    return 0
  },
})
