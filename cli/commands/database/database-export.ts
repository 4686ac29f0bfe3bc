import { open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ByteProgress, createByteProgress } from '#cli/addons/byte-progress.ts'
import { followTransfer, interruptedCode, unlessInterrupted } from '#cli/addons/follow-transfer.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { printable } from '#cli/terminal/printable.ts'
import type { Client } from '#client/client.ts'
import type { AddonAddress } from '#client/resources/marketplace/addons.ts'
import type { Transfer } from '#client/resources/marketplace/databases.ts'

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
    const begun = await client.databases.beginExport(address, options.dump ?? '')
    const work = async () => {
      const transfer = await followTransfer(client, address, begun, ({ bytes }) =>
        progress.tell('Written', bytes, 0),
      )
      progress.end()
      if (transfer.state !== 'done')
        throw new Refusal(`The export failed. ${printable(transfer.message).trim()}`)
      const suffix = /\.[a-z]+$/.exec(transfer.name)?.[0] ?? ''
      const usual = `${address.name.replace(/[^A-Za-z0-9_-]+/g, '-')}${suffix}`
      const path = resolve(terminal.folder, args.file ?? usual)
      await save(client, address, transfer, { path, progress, draft })
      return { path, size: transfer.size }
    }
    const draft = createDraft()
    const saved = await unlessInterrupted({ client, address, terminal }, begun, work).finally(() =>
      draft.remove(),
    )
    if (!saved) return interruptedCode
    // The file is complete here: whether the platform still has it does not matter.
    await client.databases.cancelTransfer(address, begun.id).catch(() => {})
    output.print(saved, () => `Saved ${printable(saved.path)} (${saved.size} bytes).`)
    return 0
  },
})

/** The file while it is incomplete; it is removed however the command ends. */
function createDraft() {
  let path: string | undefined
  return {
    begin: (draft: string) => {
      path = draft
    },
    end: () => {
      path = undefined
    },
    remove: async () => path !== undefined && rm(path, { force: true }),
  }
}

async function save(
  client: Client,
  address: AddonAddress,
  { id, size }: Transfer,
  {
    path,
    progress,
    draft,
  }: { path: string; progress: ByteProgress; draft: ReturnType<typeof createDraft> },
): Promise<void> {
  let count = 0
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      count += chunk.length
      progress.tell('Received', count, size)
      done(null, chunk)
    },
  })
  const part = `${path}.part`
  try {
    const { signal } = new AbortController()
    const file = await client.databases.openExport(address, id, signal)
    const target = await open(part, 'w', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new Refusal(`${printable(part)} cannot be written (${error.code}).`)
    })
    draft.begin(part)
    await pipeline(file.bytes, counting, target.createWriteStream())
    if (count !== size) throw new Refusal(`The connection ended after ${count} of ${size} bytes.`)
    await rename(part, path)
    draft.end()
  } finally {
    progress.end()
  }
}
