import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ByteProgress, createByteProgress } from '#cli/addons/byte-progress.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { confirm } from '#cli/terminal/confirm.ts'
import { printable } from '#cli/terminal/printable.ts'
import type { Client } from '#client/client.ts'
import { UnreachableError } from '#client/http/unreachable.ts'
import type { AddonAddress } from '#client/resources/marketplace/addons.ts'
import { maxPartBytes, type Transfer } from '#client/resources/marketplace/databases.ts'

const every = 500
const maxAttempts = 5

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
    const file = await open(path).catch((error: NodeJS.ErrnoException) => {
      throw new Refusal(`${path} cannot be read (${error.code}).`)
    })
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
      return run(client, address, { begun, file, progress })
    }
    const ended = await transfer().finally(() => {
      progress.end()
      return file.close()
    })
    if (ended.state !== 'done')
      throw new Refusal(`The import failed. ${printable(ended.message).trim()}`)
    output.print(ended, () => printable(ended.message))
    return 0
  },
})

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
    transfer = await send(client, address, transfer, bytes)
    progress.tell('Sent', transfer.bytes, transfer.size)
  }
  progress.end()
  transfer = await client.databases.startImport(address, transfer.id)
  while (transfer.state === 'importing') {
    await pause(every)
    transfer = await client.databases.transfer(address, transfer.id)
    if (transfer.state === 'importing') progress.tell('Imported', transfer.bytes, transfer.size)
  }
  return transfer
}

/** Sends a part again when the connection was lost: the platform knows what it has. */
async function send(
  client: Client,
  address: AddonAddress,
  { id, bytes: offset }: Transfer,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Transfer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.databases.sendPart(address, id, { offset, bytes })
    } catch (error) {
      if (!(error instanceof UnreachableError) || attempt === maxAttempts) throw error
      await pause(1000 * attempt)
    }
  }
}
