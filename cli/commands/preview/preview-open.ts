import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { openInBrowser } from '#cli/terminal/browser.ts'
import { previewArgument, resolvePreview } from './resolve-preview.ts'

export const previewOpen = defineCommand({
  words: 'preview open',
  summary: 'Open a preview in the browser',
  arguments: [previewArgument],
  options: {
    print: { type: 'boolean', summary: 'Only print the address' },
    ...applicationOptions,
  },
  examples: ['berth preview open new-cart'],
  async handle(context) {
    const { args, output, options, terminal } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const found = await resolvePreview(client, application, args.preview)
    const { url } = found
    if (!url) throw new Refusal('The preview has no address yet.')
    output.print({ url }, () => url)
    if (!options.print) openInBrowser(url, terminal)
    return 0
  },
})
