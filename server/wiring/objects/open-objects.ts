import type { ObjectStore } from '#platform/model/object-store.ts'
import type { Settings } from '#settings/settings.ts'
import { openObjectFiles } from '#stores/objects/object-files.ts'

type ObjectSettings = Pick<
  Settings,
  'files' | 's3Endpoint' | 's3Region' | 's3AccessKey' | 's3SecretKey'
>

/** The object store that all servers share, with its address for people. */
export interface SharedObjects {
  store: ObjectStore
  /** A path, or `s3://bucket/prefix`, without a slash at the end. */
  address: string
}

/** Opens the object store of the settings; `undefined` when files stay in the data folder. The client of S3 is loaded on demand. */
export async function openSharedObjects(
  settings: ObjectSettings,
): Promise<SharedObjects | undefined> {
  const { files } = settings
  if (files.kind === 'data folder') return undefined
  if (files.kind === 'folder') return { store: openObjectFiles(files.path), address: files.path }
  const { openS3Objects } = await import('#stores/objects/s3-objects.ts')
  const { bucket, prefix } = files
  const store = openS3Objects({
    bucket,
    prefix,
    endpoint: settings.s3Endpoint,
    region: settings.s3Region,
    accessKey: settings.s3AccessKey,
    secretKey: settings.s3SecretKey,
  })
  return { store, address: `s3://${bucket}/${prefix}`.replace(/\/$/, '') }
}
