import { chown, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '#providers/kit/run-program.ts'
import { home, onceInSandbox } from '#providers/kit/sandbox.ts'
import { systemUser } from '#providers/kit/system-user.ts'

export const administrator = 'berth'

/** Nobody is known to the server but us, and the owner of its own views, who cannot come in. */
const accounts = (password: string) => `
delete from mysql.global_priv where User <> 'mariadb.sys';
delete from mysql.proxies_priv;
flush privileges;
create user ${administrator}@'127.0.0.1' identified by '${password}';
grant all on *.* to ${administrator}@'127.0.0.1' with grant option;
`

/** Makes the files of a server in a folder, if they are not there; those that were made halfway are made anew. */
export async function makeCluster(folder: string, password: string): Promise<string> {
  const [cluster, finished] = [join(folder, 'cluster'), join(folder, 'made')]
  const isMade = await stat(finished).then(
    () => true,
    () => false,
  )
  if (isMade) return cluster
  const user = await systemUser('mysql')
  await rm(cluster, { recursive: true, force: true })
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  if (user) await chown(cluster, user.uid, user.gid)
  // Readable to whoever is inside the sandbox; outside, nobody else passes through the folder.
  const statements = join(folder, 'accounts.sql')
  await writeFile(statements, accounts(password), { mode: 0o644 })
  const command = [
    ...(['/usr/bin/mariadb-install-db', '--no-defaults', `--datadir=${home}`] as const),
    ...['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'],
    ...['--force', '--innodb-log-file-size=16M', '--extra-file=/accounts.sql'],
  ] as const
  const make = onceInSandbox(cluster, user, command, ['--ro-bind', statements, '/accounts.sql'])
  await runProgram(make, { deadline: 120_000 })
  await rm(statements)
  await writeFile(finished, '')
  return cluster
}
