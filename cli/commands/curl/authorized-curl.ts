import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Profile } from '#cli/profiles/profile.ts'
import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { plaintextHeader } from '#client/http/node/oauth1.ts'

/** Runs curl with the profile's credentials and returns its exit code; timeouts are left to curl's own options. */
export async function authorizedCurl(
  { folder, env }: Terminal,
  { api, ca, credentials }: Profile,
  args: readonly string[],
): Promise<number> {
  const authorization =
    'apiToken' in credentials ? `Bearer ${credentials.apiToken}` : plaintextHeader(credentials)
  const settings = await unnamedFile(`header = ${quoted(`Authorization: ${authorization}`)}\n`)
  const trust = ca ? ['--cacert', ca] : []
  // A plaintext API is on this machine; a proxy would see the credentials.
  const direct = api.startsWith('http:') ? ['--noproxy', '*'] : []
  // Hides the progress meter but not curl's errors.
  const quiet = ['--silent', '--show-error']
  const options = ['--config', '/dev/fd/3', ...quiet, ...trust, ...direct]
  try {
    return await exitCodeOf(
      spawn('curl', [...options, ...args], {
        cwd: folder,
        env,
        stdio: ['inherit', 'inherit', 'inherit', settings.fd],
      }),
    )
  } finally {
    await settings.close()
  }
}

const exitCodeOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.on('error', () => reject(new Refusal("'curl' is not installed.", 'Install it first.')))
    child.on('close', (code) => resolve(code ?? 1))
  })

/** Open file without a name: keeps the credentials out of the process list and, after a crash, off the disk. */
async function unnamedFile(content: string) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-'))
  try {
    const path = join(folder, 'curl')
    await writeFile(path, content, { mode: 0o600 })
    return await open(path, 'r')
  } finally {
    await rm(folder, { recursive: true })
  }
}

const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`
