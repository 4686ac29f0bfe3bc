import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { catalogueText } from './toolchain-text.ts'

export const adminToolchainsRefresh = defineCommand({
  words: 'admin toolchains refresh',
  summary: 'Ask the sources of tools for new releases now (operators only)',
  description:
    'The platform does so by itself, as BERTH_TOOLCHAIN_REFRESH says. The next deployment of an application can have what is found.',
  examples: ['berth admin toolchains refresh'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const found = await client.toolchains.refresh()
    output.print(found, () => catalogueText(found))
    return 0
  },
})
