import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createByteProgress } from '#cli/addons/byte-progress.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { printable } from '#cli/terminal/printable.ts'

const every = 500

export const databaseExport = defineCommand({
  words: 'database export',
  summary: 'Export a dump of a database',
  description:
    'Writes a consistent dump on the side of the platform, and then fetches it. The file has its name only once it is complete.',
  arguments: [
    { name: 'addon', summary: 'add-on id, real id or name' },
    { name: 'file', summary: 'file to write (default: named after the add-on)', optional: true },
  ],
  options: {
    dump: {
      type: 'string',
      value: 'form',
      summary: 'Form of the dump: `custom` (default) or `plain` for PostgreSQL',
    },
    ...orgOption,
  },
  examples: ['berth database export db', 'berth database export db shop.sql --dump plain'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const progress = createByteProgress(terminal)
    let transfer = await client.databases.beginExport(address, options.dump ?? '')
    while (transfer.state === 'writing') {
      progress.tell('Written', transfer.bytes, 0)
      await pause(every)
      transfer = await client.databases.transfer(address, transfer.id)
    }
    progress.end()
    if (transfer.state !== 'done')
      throw new Refusal(`The export failed. ${printable(transfer.message).trim()}`)
    const { size, name } = transfer
    const suffix = /\.[a-z]+$/.exec(name)?.[0] ?? ''
    const usual = `${address.name.replace(/[^A-Za-z0-9_-]+/g, '-')}${suffix}`
    const path = resolve(terminal.folder, args.file ?? usual)
    const draft = `${path}.part`
    let count = 0
    const counting = new Transform({
      transform(chunk: Buffer, _, done) {
        count += chunk.length
        progress.tell('Received', count, size)
        done(null, chunk)
      },
    })
    try {
      const { signal } = new AbortController()
      const file = await client.databases.openExport(address, transfer.id, signal)
      await pipeline(file.bytes, counting, createWriteStream(draft, { mode: 0o600 }))
      if (count !== size) throw new Refusal(`The connection ended after ${count} of ${size} bytes.`)
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    } finally {
      progress.end()
    }
    await client.databases.cancelTransfer(address, transfer.id)
    output.print({ path, size }, () => `Saved ${path} (${size} bytes).`)
    return 0
  },
})
