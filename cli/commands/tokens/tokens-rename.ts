import { defineCommand } from '#cli/define-command.ts'
import { needFeature } from '#cli/features/enabled.ts'
import { openBridge } from '#cli/profiles/bridge.ts'
import { Refusal } from '#cli/refusal.ts'

export const tokensRename = defineCommand({
  words: 'tokens rename',
  summary: 'Give an API token another name',
  arguments: [
    { name: 'id', summary: 'the id of the token' },
    { name: 'name', summary: 'its new name' },
  ],
  options: {
    description: {
      type: 'string',
      value: 'text',
      summary: 'Say something else about it, or nothing (default: as before)',
    },
  },
  async handle(context) {
    const { terminal, output, args, options } = context
    await needFeature(terminal, 'tokens')
    const { bridge } = await openBridge(context)
    const former = (await bridge.apiTokens.list()).find(({ apiTokenId }) => apiTokenId === args.id)
    if (!former)
      throw new Refusal(`There is no API token ${args.id}.`, '`berth tokens` lists them.')
    const description = options.description ?? former.description ?? ''
    await bridge.apiTokens.rename(args.id, { name: args.name, description })
    output.print({ ...former, name: args.name, description }, () => `It is '${args.name}' now.`)
    return 0
  },
})
