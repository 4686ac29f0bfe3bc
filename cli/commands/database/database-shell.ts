import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { attachTerminal } from '#cli/terminal/attach-terminal.ts'
import { databaseRequest } from '#client/resources/terminals.ts'

export const databaseShell = defineCommand({
  words: 'database shell',
  summary: 'Open psql, mariadb or redis-cli on a database',
  description:
    'The program runs on the side of the platform, so that none is needed here. Statements can be piped into it; the command exits with its status.',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: orgOption,
  examples: ['berth database shell db', 'berth database shell db < report.sql'],
  async handle(context) {
    const { terminal, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    return attachTerminal({ client, request: databaseRequest(address, 'shell'), terminal })
  },
})
