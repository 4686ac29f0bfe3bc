import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { openInBrowser } from '#cli/terminal/browser.ts'

export const addonOpen = defineCommand({
  words: 'addon open',
  summary: "Open an add-on's panel at its provider in the browser, signed in",
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: {
    print: { type: 'boolean', summary: 'Only print the address' },
    ...orgOption,
  },
  examples: ['berth addon open db', 'berth addon open db --print'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const { id } = resolveAddon(await client.summary.get(), args.addon, options.org)
    const page = new URL('/addons/open', client.api)
    page.searchParams.set('addon_id', id)
    output.print({ url: page.href }, () => page.href)
    if (!options.print) openInBrowser(page.href, terminal)
    return 0
  },
})
