import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '#providers/kit/process/run-program.ts'
import { home } from '#providers/kit/process/sandbox.ts'
import { makeOwnedFolder } from '#providers/kit/process/server-process.ts'
import { systemUser } from '#providers/kit/process/system-user.ts'
import { removeOwnedTree } from '#providers/kit/servers/remove-folder.ts'
import { undoSettings } from './file-settings.ts'

export const administrator = 'berth'

/** Removes all accounts of a new server except the owner of its own views, who cannot log in. */
const withoutAccounts = `
delete from mysql.global_priv where User <> 'mariadb.sys';
delete from mysql.proxies_priv;
flush privileges;
`

/**
 * Run by the server at every start: its administrator logs in through the Unix socket only. Servers of earlier versions
 * have one with network access.
 */
export const administratorAccount = (password: string) =>
  [
    `create or replace user ${administrator}@localhost identified by '${password}';`,
    `grant all on *.* to ${administrator}@localhost with grant option;`,
    `drop user if exists ${administrator}@'127.0.0.1';`,
    '',
  ].join('\n')

const accountsFile = '/config/accounts.sql'

/** Initialises the data folder of a server, if missing; a half-made one is made again. */
export async function makeCluster(folder: string): Promise<string> {
  const [cluster, finished] = [join(folder, 'cluster'), join(folder, 'made')]
  const isMade = await stat(finished).then(
    () => true,
    () => false,
  )
  if (isMade) return cluster
  const user = await systemUser('mysql')
  await removeOwnedTree(cluster)
  await makeOwnedFolder(cluster, user)
  await runProgram(
    [
      ...(['/usr/bin/mariadb-install-db', '--no-defaults', `--datadir=${home}`] as const),
      ...['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'],
      ...['--force', '--innodb-log-file-size=16M', `--extra-file=${accountsFile}`],
      ...undoSettings.map((each) => `--${each}`),
    ],
    { folder: cluster, user, files: { [accountsFile]: withoutAccounts }, timeout: 120_000 },
  )
  await writeFile(finished, '')
  return cluster
}
