export interface Permit {
  uses: string[]
  /** Why no tenant can redirect these paths. */
  because: string
}

/** A provider's folders belong to root; those of a server's user are entered by sandboxes only. */
const inOwnFolder =
  'a folder of the provider, which is ours; data and sockets of servers are in folders of their own'
const ofKernel = 'control groups, which are no files of anybody'
const inSandbox = 'a program in a sandbox, as the user of the server'

/** Files in `providers/` that may change files by path, and the functions they use. */
export const providerPermits: Record<string, Permit> = {
  'kit/control-groups/control-groups.ts': { uses: ['rmdir', 'writeFile'], because: ofKernel },
  'kit/control-groups/group-folders.ts': {
    uses: ['mkdir', 'rmdir', 'writeFile'],
    because: ofKernel,
  },
  'kit/control-groups/group-weight.ts': { uses: ['writeFile'], because: ofKernel },
  'kit/mounts/ext4-image.ts': {
    uses: ['rename', 'truncate'],
    because: 'images, in a folder that only root can enter',
  },
  'kit/mounts/loop-volumes.ts': {
    uses: ['chmod', 'chown', 'mkdir', 'rename', 'rm', 'rmdir', 'truncate', 'writeFile'],
    because:
      'images and mount points, and the root of a file system, whose entries only root makes',
  },
  'providers/bucket/files/file-hooks.ts': {
    uses: ['rm'],
    because: 'a word for a program in a sandbox, as a user of its own',
  },
  'providers/kit/addon-logs.ts': { uses: ['truncate', 'writeFile'], because: inOwnFolder },
  'providers/kit/backups/backup-files.ts': {
    uses: ['mkdir', 'rename', 'rm'],
    because: inOwnFolder,
  },
  'providers/kit/backups/restore-resources.ts': { uses: ['rm'], because: inOwnFolder },
  'providers/kit/disk/bounded-log.ts': { uses: ['rename', 'rm'], because: inOwnFolder },
  'providers/kit/tenant/relay.ts': { uses: ['mkdir', 'rm'], because: inOwnFolder },
  'providers/kit/tenant/tenant-programs.ts': { uses: ['rm'], because: inOwnFolder },
  'providers/kit/transfers/run-dump.ts': { uses: ['rm'], because: inOwnFolder },
  'providers/kit/transfers/transfers.ts': { uses: ['mkdir', 'rm'], because: inOwnFolder },
  'providers/kit/resources/file-ledger.ts': { uses: ['mkdir', 'rm'], because: inOwnFolder },
  'providers/kit/process/groups.ts': {
    uses: ['rmdir'],
    because: 'control groups, which are no files of anybody',
  },
  'providers/kit/resources/key-file.ts': { uses: ['writeFile'], because: inOwnFolder },
  'providers/kit/process/run-program.ts': { uses: ['rm'], because: inOwnFolder },
  'providers/kit/resources/sealed-file.ts': {
    uses: ['mkdir', 'rename', 'rm'],
    because: inOwnFolder,
  },
  'providers/kit/process/server-process.ts': {
    uses: ['lchown', 'mkdir', 'rename', 'rm', 'writeFile'],
    because: 'entries of the folder around a server, which is ours; none of them is entered',
  },
  'providers/kit/servers/remove-folder.ts': {
    uses: ['chmod', 'rm', 'rmdir'],
    because: 'what is not ours is emptied by its owner in a sandbox before',
  },
  'providers/kit/servers/tls-file.ts': {
    uses: ['install', 'writeFile'],
    because:
      'a digest in the folder around a server, which is ours; the key is written in a sandbox',
  },
  'providers/mariadb/copies.ts': { uses: ['mkdtemp', 'rm'], because: inOwnFolder },
  'providers/mariadb/server/make-cluster.ts': { uses: ['writeFile'], because: inOwnFolder },
  'providers/mariadb/mariadb.ts': { uses: ['mkdir'], because: inOwnFolder },
  'providers/postgresql/copies.ts': { uses: ['rm'], because: inOwnFolder },
  'providers/postgresql/server/make-cluster.ts': { uses: ['writeFile'], because: inOwnFolder },
  'providers/postgresql/postgresql.ts': { uses: ['mkdir'], because: inOwnFolder },
  'providers/postgresql/server/servers.ts': { uses: ['mkdir'], because: inOwnFolder },
  'providers/redis/seed.ts': { uses: ['dd'], because: inSandbox },
  'providers/redis/server.ts': { uses: ['rm'], because: inSandbox },
}
