import { type FileHandle, open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type ByteProgress, createByteProgress } from '#cli/addons/byte-progress.ts'
import {
  followTransfer,
  interruptedCode,
  persistently,
  unlessInterrupted,
} from '#cli/addons/follow-transfer.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { confirm } from '#cli/terminal/confirm.ts'
import { printable } from '#cli/terminal/printable.ts'
import type { Client } from '#client/client.ts'
import type { AddonAddress } from '#client/resources/marketplace/addons.ts'
import { maxPartBytes, type Transfer } from '#client/resources/marketplace/databases.ts'

export const databaseImport = defineCommand({
  words: 'database import',
  summary: 'Import a dump into a database',
  description:
    'Imports what pg_dump writes as plain text or with `--format=custom`, what mysqldump and mariadb-dump write, and for Redis commands, but no RDB file; each may be packed by gzip. It runs on the side of the platform, as the own user of the database. PostgreSQL changes nothing if the import fails; the others keep what came before.',
  arguments: [
    { name: 'addon', summary: 'add-on id, real id or name' },
    { name: 'file', summary: 'the dump' },
  ],
  options: {
    'keep-going': {
      type: 'boolean',
      summary: 'Pass over statements that fail, and tell them at the end',
    },
    ...yesOption,
    ...orgOption,
  },
  examples: ['berth database import db shop.dump', 'berth database import db shop.sql.gz --yes'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const path = resolve(terminal.folder, args.file)
    const file = await openFile(path)
    const progress = createByteProgress(terminal)
    const transfer = async () => {
      const { size } = await file.stat()
      if (!options.yes)
        await confirm(
          terminal,
          `Type '${printable(address.name)}' to import ${size} bytes into it:`,
          address.name,
        )
      const order = { size, goOn: options['keep-going'] === true }
      const begun = await client.databases.beginImport(address, order)
      return unlessInterrupted({ client, address, terminal }, begun, () =>
        run(client, address, { begun, file, progress }),
      )
    }
    const ended = await transfer().finally(() => {
      progress.end()
      return file.close()
    })
    if (!ended) return interruptedCode
    if (ended.state !== 'done')
      throw new Refusal(`The import failed. ${printable(ended.message).trim()}`)
    output.print(ended, () => printable(ended.message))
    return 0
  },
})

/** Nothing is sent of what has no size: a pipe would be waited for, and a folder has no bytes. */
async function openFile(path: string): Promise<FileHandle> {
  try {
    const found = await stat(path)
    if (!found.isFile()) throw new Refusal(`${path} is not a file.`)
    if (found.size === 0) throw new Refusal(`${path} is empty.`)
    return await open(path)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function run(
  client: Client,
  address: AddonAddress,
  { begun, file, progress }: { begun: Transfer; file: FileHandle; progress: ByteProgress },
): Promise<Transfer> {
  let transfer = begun
  while (transfer.bytes < transfer.size) {
    const { buffer, bytesRead } = await file.read(
      ...[Buffer.alloc(maxPartBytes), 0, maxPartBytes, transfer.bytes],
    )
    if (bytesRead === 0) throw new Refusal('The file became shorter while it was sent.')
    const bytes = new Uint8Array(buffer.subarray(0, bytesRead))
    const { id, bytes: offset } = transfer
    // A part may be sent again: the platform knows what it has.
    transfer = await persistently(() => client.databases.sendPart(address, id, { offset, bytes }))
    progress.tell('Sent', transfer.bytes, transfer.size)
  }
  progress.end()
  transfer = await client.databases.startImport(address, transfer.id)
  return followTransfer(client, address, transfer, ({ bytes, size }) =>
    progress.tell('Imported', bytes, size),
  )
}
