import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { printable } from '#cli/terminal/printable.ts'
import { withProgress } from '#cli/terminal/progress.ts'

export const addonRetry = defineCommand({
  words: 'addon retry',
  summary: 'Retry the request to the provider for an add-on that is uncertain or being deleted',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: orgOption,
  examples: ['berth addon retry db'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const answer = await withProgress(
      terminal,
      'the provider to answer',
      client.addons.retry(address),
    )
    output.print(answer, () =>
      'state' in answer
        ? `${answer.name} is ${answer.state}.${answer.trouble ? ` ${printable(answer.trouble)}` : ''}`
        : answer.message,
    )
    return 0
  },
})
