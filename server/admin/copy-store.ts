import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createHostKey } from '#git/host-key.ts'
import { lockFolder } from '#kit/concurrency/folder-lock.ts'
import { Problem } from '#kit/setting-kinds.ts'
import { storeAddress } from '#settings/kinds.ts'
import { openDataFolder } from '#wiring/disk/data-folder.ts'
import { openStore } from '#wiring/store.ts'
import { type AdminContext, AdminError } from './context.ts'

/**
 * Copies all facts from SQLite to an empty PostgreSQL database, while no server runs on the data folder. The SQLite file
 * stays as it is.
 */
export async function copyStore(
  { settings, say }: AdminContext,
  args: readonly string[],
): Promise<number> {
  const address = targetOf(args)
  const { data } = settings
  const file = join(data, 'berth.sqlite')
  if (!(await stat(file).catch(() => undefined))) throw new AdminError(`There is no ${file}.`)
  const held = await lockFolder(data)
  try {
    await using stack = new AsyncDisposableStack()
    const source = new DatabaseSync(file, { readOnly: true })
    stack.defer(() => source.close())
    say('Making the tables…')
    await (await openStore(await openDataFolder(data, createHostKey), address)).close()
    const { connectForCopy } = await import('#stores/postgresql/connect-for-copy.ts')
    const { copyFromSqlite, CopyRefusedError } = await import(
      '#stores/postgresql/copy-from-sqlite.ts'
    )
    const target = await connectForCopy(address)
    stack.defer(() => target.end())
    let total = 0
    await copyFromSqlite(source, target, ({ table, rows }) => {
      total += rows
      if (rows > 0) say(`${String(rows).padStart(9)}  ${table}`)
    }).catch((error: unknown) => {
      throw error instanceof CopyRefusedError ? new AdminError(error.message) : error
    })
    say(`${String(total).padStart(9)}  rows in all; counts and checksums agree.`)
    say('Start the server with BERTH_STORE set to this address; berth.sqlite stays as it is.')
    return 0
  } finally {
    await held.release()
  }
}

/** The address of `--from sqlite --to ADDRESS`. */
function targetOf(args: readonly string[]): URL {
  const options = new Map([[args[0], args[1]] as const, [args[2], args[3]] as const])
  if (args.length !== 4 || options.get('--from') !== 'sqlite' || !options.has('--to')) {
    throw new AdminError('Usage: admin copy-store --from sqlite --to postgresql://…')
  }
  const address = storeAddress(options.get('--to') ?? '')
  if (address instanceof Problem || address === 'sqlite') {
    throw new AdminError(
      '--to is not an address such as postgresql://user:password@host:5432/berth.',
    )
  }
  return address
}
