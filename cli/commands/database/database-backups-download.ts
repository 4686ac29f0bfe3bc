import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'

export const databaseBackupsDownload = defineCommand({
  words: 'database backups download',
  summary: 'Download a back-up of an add-on',
  arguments: [
    { name: 'addon', summary: 'add-on id, real id or name' },
    { name: 'backup', summary: 'back-up id' },
  ],
  options: {
    ...orgOption,
    output: {
      type: 'string',
      value: 'file',
      summary: 'File to write (default: named after the back-up)',
    },
  },
  examples: ['berth database backups download db 2026-11-01T03:00:00Z --output db.dump'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const known = await client.backups.list(address)
    const backup = known.find(({ backup_id }) => backup_id === args.backup)
    if (!backup)
      throw new Refusal(
        `${address.name} has no back-up '${args.backup}'.`,
        '`berth database backups` lists them.',
      )
    if (backup.download_url === '') throw new Refusal(`The back-up is ${backup.status}.`)
    const path = resolve(terminal.folder, options.output ?? `${backup.backup_id}.backup`)
    const draft = `${path}.part`
    try {
      const file = await client.backups.open(backup, new AbortController().signal)
      await pipeline(file.bytes, createWriteStream(draft, { mode: 0o600 }))
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    output.print({ path, size: backup.size }, () => `Saved ${path} (${backup.size} bytes).`)
    return 0
  },
})
