import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { table } from '#cli/terminal/table.ts'

export const databaseBackups = defineCommand({
  words: 'database backups',
  summary: 'List the back-ups of an add-on',
  description: '`berth database backups restore` restores one.',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: orgOption,
  examples: ['berth database backups db'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const backups = await client.backups.list(address)
    output.print(backups, () =>
      backups.length === 0
        ? 'No back-ups yet. Create one with `berth database backups create`.'
        : table(
            backups.map(({ backup_id, creation_date, status, size }) => [
              ...[backup_id, creation_date, status, size > 0 ? `${size} bytes` : ''],
            ]),
          ),
    )
    return 0
  },
})
