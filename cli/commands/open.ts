import { applicationUrl } from '#cli/applications/application-url.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { openInBrowser } from '#cli/terminal/browser.ts'

export const open = defineCommand({
  words: 'open',
  summary: 'Open an application in the browser',
  options: {
    print: { type: 'boolean', summary: 'Only print the address' },
    ...applicationOptions,
  },
  examples: ['berth open', 'berth open --app web --print'],
  async handle(context) {
    const { terminal, output, options } = context
    const session = await openSession(context)
    const application = await resolveApplication(session.client, context)
    const url = await applicationUrl(session, application)
    if (!url) throw new Refusal(`${application.name} has no address to open.`)
    output.print({ url }, () => url)
    if (!options.print) openInBrowser(url, terminal)
    return 0
  },
})
