import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { openOutsideWorld } from '#tests/support/servers/outside-world.ts'

/** A private repository of packages outside of this machine. */
export interface ComposerRepository extends AsyncDisposable {
  /** Host and port. */
  host: string
  /** Paths that were asked for, in order. */
  asked(): Promise<string[]>
}

const port = 8809

/** Serves a folder as the archive of a package, to those who have `user:password`. */
export async function openComposerRepository(
  folder: string,
  credentials: string,
): Promise<ComposerRepository> {
  const temporary = await mkdtemp(join(tmpdir(), 'berth-packages-'))
  const archive = join(temporary, 'greeting.tar')
  await runOrThrow([
    'tar',
    '--create',
    '--file',
    archive,
    '--directory',
    dirname(folder),
    basename(folder),
  ])
  const program = fileURLToPath(new URL('composer-repository-main.ts', import.meta.url))
  const world = await openOutsideWorld({
    args: [program],
    environment: { ARCHIVE: archive, CREDENTIALS: credentials, PORT: String(port) },
    port,
  })
  const host = `${world.address.host}:${port}`
  return {
    host,
    asked: async () =>
      (await (await fetch(`http://${host}/asked`)).text()).split('\n').filter(Boolean),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await rm(temporary, { recursive: true })
    },
  }
}
