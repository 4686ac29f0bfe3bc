import { setTimeout as pause } from 'node:timers/promises'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'

const timeout = 60 * 60_000
const every = 1000

export const databaseBackupsCreate = defineCommand({
  words: 'database backups create',
  summary: 'Create a back-up of an add-on now',
  description: 'Waits until the back-up is complete and verified.',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: orgOption,
  examples: ['berth database backups create db'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    let backup = await client.backups.make(address)
    const end = performance.now() + timeout
    while (backup.status === 'RUNNING' && performance.now() < end) {
      await pause(every)
      const known = await client.backups.list(address)
      backup = known.find(({ backup_id }) => backup_id === backup.backup_id) ?? backup
    }
    if (backup.status === 'FAILED') throw new Refusal(`The back-up of ${address.name} failed.`)
    output.print(backup, () =>
      backup.status === 'RUNNING'
        ? `The back-up ${backup.backup_id} is still running.`
        : `The back-up ${backup.backup_id} is complete (${backup.size} bytes).`,
    )
    return 0
  },
})
