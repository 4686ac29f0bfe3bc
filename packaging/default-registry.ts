import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainEnvironment, runOrThrow } from '#kit/process/subprocess.ts'

const askTimeout = 60_000

/** The registry that npm has where nobody has configured another. Its client is asked, with no file and no variable of this machine. */
export async function defaultRegistry(): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-npmrc-'))
  const { path } = folder
  const { PATH } = process.env
  const nothing = ['--userconfig', join(path, 'user'), '--globalconfig', join(path, 'global')]
  const answer = await runOrThrow(['npm', 'config', 'get', 'registry', ...nothing], {
    env: { ...plainEnvironment(), ...(PATH !== undefined && { PATH }), HOME: path },
    cwd: path,
    timeout: askTimeout,
  })
  return answer.trim()
}
