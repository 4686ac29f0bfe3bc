import { resolve } from 'node:path'
import {
  count,
  fileCount,
  megabytes,
  origin,
  Problem,
  secretSetting,
  setting,
  text,
  yesOrNo,
} from '#kit/setting-kinds.ts'

/** Where files go that other servers need too. */
export type FilesPlace =
  | { kind: 'data folder' }
  | { kind: 'folder'; path: string }
  | { kind: 's3'; bucket: string; prefix: string }

const s3Address =
  /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_][A-Za-z0-9._-]*)*)\/?$/

function filesPlace(value: string): FilesPlace | Problem {
  if (value === '') return { kind: 'data folder' }
  if (value.startsWith('/')) return { kind: 'folder', path: resolve(value) }
  const [, bucket, path] = s3Address.exec(value) ?? []
  if (bucket === undefined || path === undefined) {
    return new Problem('is neither an absolute path nor a bucket such as s3://bucket/prefix')
  }
  return { kind: 's3', bucket, prefix: path === '' ? '' : `${path.slice(1)}/` }
}

/** Disk limits of builds, instances and caches, and where shared files and back-ups go. */
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
    'an instance that writes more to its disk is stopped and started again with empty folders, in megabytes',
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
  files: setting(
    'BERTH_FILES',
    '',
    filesPlace,
    'where files go that several servers share: a folder that all of them mount, or a bucket of an S3-compatible store, such as s3://bucket/prefix; the data folder when empty',
  ),
  s3Endpoint: setting(
    'BERTH_S3_ENDPOINT',
    '',
    origin,
    'address of the S3-compatible store, such as https://s3.example.org; that of AWS when empty',
  ),
  s3Region: setting('BERTH_S3_REGION', 'us-east-1', text, 'region of the bucket'),
  s3AccessKey: setting('BERTH_S3_ACCESS_KEY', '', text, 'id of the access key of the bucket'),
  s3SecretKey: secretSetting('BERTH_S3_SECRET_KEY', '', text, 'the access key itself'),
  upgradeBackup: setting(
    'BERTH_UPGRADE_BACKUP',
    'yes',
    yesOrNo('yes', 'no'),
    'an upgrade of an installed release begins with a back-up of everything',
  ),
  backupFolder: setting(
    'BERTH_BACKUP_FOLDER',
    '',
    (text) => (text === '' ? undefined : resolve(text)),
    'where back-ups of the platform go that an operator asks for in the console; `backups` in `BERTH_FILES` when empty, and without that in `BERTH_DATA`, which does not survive the loss of that disk',
  ),
  backupsKept: setting(
    'BERTH_BACKUPS_KEPT',
    '3',
    count,
    'number of these back-ups to keep; older ones are removed after each new one',
  ),
}

/** A bucket cannot be reached without a key. */
export const missingS3Key = (settings: {
  files: FilesPlace | Problem
  s3AccessKey: string
  s3SecretKey: string
}): string[] =>
  'kind' in settings.files &&
  settings.files.kind === 's3' &&
  !(settings.s3AccessKey && settings.s3SecretKey)
    ? ['BERTH_FILES with a bucket needs BERTH_S3_ACCESS_KEY and BERTH_S3_SECRET_KEY']
    : []
