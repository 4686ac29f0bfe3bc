import '#tests/support/home/own-home.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { plainEnvironment, runOrThrow } from '#kit/process/subprocess.ts'
import { newSecret } from '#kit/text/ids.ts'
import { type GiteaProgram, provideGitea } from './build-gitea.ts'
import { GiteaPerson } from './gitea-person.ts'

const startTimeout = 300_000
const commandTimeout = 120_000

/** A real Gitea on loopback with its own data folder, over HTTP and SSH. */
export interface Gitea extends AsyncDisposable {
  readonly url: string
  readonly sshPort: number
  /** Signs somebody up, and gives them a token for everything. */
  join(name: string): Promise<GiteaPerson>
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startGitea(): Promise<Gitea> {
  const program = await provideGitea()
  const folder = await mkdtemp(join(tmpdir(), 'berth-gitea-'))
  const [port, sshPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const config = join(folder, 'app.ini')
  await mkdir(join(folder, 'home'))
  await writeFile(config, configuration(program, folder, { port, sshPort }))
  const env = {
    ...plainEnvironment(),
    HOME: join(folder, 'home'),
    GITEA_WORK_DIR: folder,
    // Tests run as root where they mount and make namespaces.
    GITEA_I_AM_BEING_UNSAFE_RUNNING_AS_ROOT: 'true',
  }
  const command = (...words: string[]) =>
    runOrThrow([program.path, ...words, '--config', config], { env, timeout: commandTimeout })
  let server: ChildProcess | undefined

  const gitea: Gitea = {
    url,
    sshPort,
    async join(name) {
      const password = newSecret()
      const about = ['--username', name, '--password', password, '--email', `${name}@example.test`]
      await command('admin', 'user', 'create', ...about, '--must-change-password=false')
      const tokenOptions = ['--username', name, '--token-name', 'test', '--scopes', 'all', '--raw']
      const printed = await command('admin', 'user', 'generate-access-token', ...tokenOptions)
      // Warnings come before it.
      const [token] = /[0-9a-f]{40}$/.exec(printed.trim()) ?? []
      if (!token) throw new Error(`Gitea made no token: ${printed}`)
      return new GiteaPerson(url, name, token, () => lastLines(folder))
    },
    async start() {
      server = spawn(program.path, ['web', '--config', config], { env, stdio: 'ignore' })
      const isUp = async () => {
        if (server?.exitCode !== null) throw new Error(`Gitea ended: ${await lastLines(folder)}`)
        const answer = await fetch(`${url}/api/v1/version`).catch(() => undefined)
        return answer?.ok
      }
      await until(isUp, { timeout: startTimeout, what: 'the start of Gitea' })
    },
    async stop() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
    async [Symbol.asyncDispose]() {
      await gitea.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  try {
    await gitea.start()
    return gitea
  } catch (error) {
    await gitea[Symbol.asyncDispose]()
    throw error
  }
}

const lastLines = async (folder: string) =>
  (await readFile(join(folder, 'log', 'gitea.log'), 'utf8').catch(() => '')).slice(-2000)

/** Nothing leaves the machine: no mail, no avatars, no check for updates; webhooks may go to loopback. */
function configuration(
  { root }: GiteaProgram,
  folder: string,
  { port, sshPort }: { port: number; sshPort: number },
): string {
  const secret = newSecret()
  return `
APP_NAME = Gitea of a test
RUN_MODE = prod
WORK_PATH = ${folder}
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = http://127.0.0.1:${port}/
DOMAIN = 127.0.0.1
SSH_DOMAIN = 127.0.0.1
START_SSH_SERVER = true
SSH_USER = git
BUILTIN_SSH_SERVER_USER = git
SSH_LISTEN_HOST = 127.0.0.1
SSH_PORT = ${sshPort}
SSH_LISTEN_PORT = ${sshPort}
STATIC_ROOT_PATH = ${root}
APP_DATA_PATH = ${join(folder, 'data')}
OFFLINE_MODE = true
LFS_START_SERVER = false
[database]
DB_TYPE = sqlite3
PATH = ${join(folder, 'gitea.db')}
SQLITE_JOURNAL_MODE = WAL
SQLITE_TIMEOUT = 60000
[repository]
ROOT = ${join(folder, 'repositories')}
DEFAULT_BRANCH = main
[security]
INSTALL_LOCK = true
SECRET_KEY = ${secret}
INTERNAL_TOKEN = ${newSecret()}
PASSWORD_HASH_ALGO = pbkdf2_v2
ALLOWED_HOST_LIST = loopback
[oauth2]
ENABLED = false
[webhook]
ALLOWED_HOST_LIST = loopback
DELIVER_TIMEOUT = 60
[log]
MODE = file
LEVEL = warn
ROOT_PATH = ${join(folder, 'log')}
[indexer]
ISSUE_INDEXER_TYPE = db
[queue.repo_license_updater]
; Otherwise a change of the main branch soon after a push fails with 500: the search for its licence is "already in queue".
TYPE = immediate
[actions]
ENABLED = false
[packages]
ENABLED = false
[mailer]
ENABLED = false
[cron]
ENABLED = false
[cron.update_checker]
ENABLED = false
[api]
MAX_RESPONSE_ITEMS = 50
`
}
