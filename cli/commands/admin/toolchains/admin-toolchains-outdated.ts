import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import { everyPage } from './every-page.ts'
import { outdatedText } from './toolchain-text.ts'

export const adminToolchainsOutdated = defineCommand({
  words: 'admin toolchains outdated',
  summary: 'List applications that run on outdated tools (operators only)',
  description: [
    'Their live release runs on a Node, Bun, Deno or Java of which the catalogue has a newer release of the same line, or whose line has ended.',
    '`berth admin toolchains redeploy` deploys those that would get another one.',
  ].join('\n'),
  examples: ['berth admin toolchains outdated'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const outdated = await everyPage((page) => client.toolchains.outdated(page))
    output.print(outdated, () =>
      outdated.length > 0
        ? table(
            outdated.map((each) => [
              printable(each.applicationName),
              each.applicationId,
              outdatedText(each),
            ]),
          )
        : 'No application runs on an outdated tool.',
    )
    return 0
  },
})
