import { type RunOptions, runProgram } from '#providers/kit/run-program.ts'
import { home, onceInSandbox } from '#providers/kit/sandbox.ts'
import { startServer } from '#providers/kit/server-process.ts'
import { answering } from '#providers/kit/servers/answering.ts'
import type { ServerRecord } from '#providers/kit/servers/record.ts'
import { systemUser } from '#providers/kit/system-user.ts'
import { administrator, makeCluster } from './make-cluster.ts'

/** A MariaDB server of ours, which is running. */
export interface Server {
  readonly port: number
  /** Such as `10.11.6`. */
  readonly version: string
  /** Runs statements of ours as its administrator; what they select, one row a line, columns between tabs. */
  run(statements: string): Promise<string>
  /** Writes a database into a file. */
  dump(database: string, path: string): Promise<void>
  /** Runs the statements of a file as somebody else, who sees of the machine no more than a folder. */
  load(login: Login, file: { folder: string; path: string }): Promise<void>
}

/** Who comes to which database. */
export interface Login {
  name: string
  user: string
  password: string
}

const copyDeadline = 3_600_000

const fixedSettings = [
  ...['bind-address=127.0.0.1', 'socket=', 'skip-name-resolve', `datadir=${home}`, 'tmpdir=/tmp'],
  ...['character-set-server=utf8mb4', 'local-infile=0'],
  ...['performance-schema=0', 'max-connect-errors=4294967295', 'table-open-cache=1000'],
]

const dumping = [
  ...['--single-transaction', '--skip-lock-tables', '--routines', '--events', '--hex-blob'],
  ...['--default-character-set=utf8mb4', '--no-tablespaces'],
]

/** Starts the server of a folder, making it first if it is not there; one that runs is left running. */
export async function startMariadb(folder: string, record: ServerRecord): Promise<Server> {
  const { port, password, settings } = record
  const [cluster, user] = [await makeCluster(folder, password), await systemUser('mysql')]
  const options = [`port=${port}`, ...fixedSettings, ...settings].map((each) => `--${each}`)
  await startServer({
    ...{ folder, own: cluster, user },
    command: ['/usr/sbin/mariadbd', '--no-defaults', ...options],
  })
  const at = ['--no-defaults', '--protocol=tcp', '--host=127.0.0.1', `--port=${port}`]
  const asUs = [...at, `--user=${administrator}`]
  const admitted = (options: RunOptions = {}) => ({ env: { MYSQL_PWD: password }, ...options })
  const quietly = ['--batch', '--skip-column-names', '--connect-timeout=10']
  const run = (input: string) =>
    runProgram(['/usr/bin/mariadb', ...asUs, ...quietly], admitted({ input }))
  const version = await answering(folder, () => run('select version();'))
  return {
    port,
    version: version.split('-')[0] ?? '',
    run,
    async dump(database, path) {
      const args = [...asUs, ...dumping, `--result-file=${path}`, database]
      await runProgram(['/usr/bin/mariadb-dump', ...args], admitted({ deadline: copyDeadline }))
    },
    async load(login, { folder: seen, path }) {
      const command = ['/usr/bin/mariadb', ...at, `--user=${login.user}`, '--batch', login.name]
      await runProgram(onceInSandbox(seen, user, command as [string, ...string[]]), {
        inputFile: path,
        env: { MYSQL_PWD: login.password },
        deadline: copyDeadline,
      })
    },
  }
}
