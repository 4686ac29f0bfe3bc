import { resolve } from 'node:path'
import { count, fileCount, megabytes, setting } from '#kit/setting-kinds.ts'

/** Disk limits of builds, instances and caches, and where back-ups go. */
export const diskSettings = {
  buildDiskLimit: setting(
    'BERTH_BUILD_DISK_LIMIT',
    '8192',
    megabytes,
    'a build that takes more room on disk fails, in megabytes',
  ),
  buildFileLimit: setting(
    'BERTH_BUILD_FILE_LIMIT',
    '1000000',
    fileCount,
    'a build that makes more files, folders and links fails',
  ),
  instanceDiskLimit: setting(
    'BERTH_INSTANCE_DISK_LIMIT',
    '8192',
    megabytes,
    'an instance that writes more to its disk is ended and started anew with empty folders, in megabytes',
  ),
  instanceFileLimit: setting(
    'BERTH_INSTANCE_FILE_LIMIT',
    '500000',
    fileCount,
    'an instance that makes more files, folders and links likewise',
  ),
  toolchainDiskLimit: setting(
    'BERTH_TOOLCHAIN_DISK_LIMIT',
    '10240',
    megabytes,
    'fetched tools beyond it are removed, least recently used first, unless something runs with them, in megabytes',
  ),
  treeDiskLimit: setting(
    'BERTH_TREE_DISK_LIMIT',
    '20480',
    megabytes,
    'dependency trees, shared or of one application, beyond it are removed, least recently used first, unless a release needs them, in megabytes',
  ),
  archiveDiskLimit: setting(
    'BERTH_ARCHIVE_DISK_LIMIT',
    '10240',
    megabytes,
    'shared archives of packages beyond it are removed, least recently used first, in megabytes',
  ),
  backupFolder: setting(
    'BERTH_BACKUP_FOLDER',
    '',
    (text) => (text === '' ? undefined : resolve(text)),
    'where back-ups of the platform go that an operator asks for in the console; `backups` in `BERTH_DATA` when empty, which does not survive the loss of that disk',
  ),
  backupsKept: setting(
    'BERTH_BACKUPS_KEPT',
    '3',
    count,
    'so many of these back-ups are kept; older ones are removed after each',
  ),
}
