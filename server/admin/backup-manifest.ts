import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { programBuild } from '#kit/build-identity/dated-build.ts'

/** Name of the file in an archive that says what the archive is. */
export const backupManifest = 'backup.json'

export interface BackupManifest {
  version: string
  /** Repositories and add-ons whose fresh copies are not in the archive. */
  missing: readonly string[]
}

export async function writeBackupManifest(
  stage: string,
  missing: readonly string[],
): Promise<void> {
  const manifest: BackupManifest = { version: (await programBuild()).version, missing }
  await writeFile(join(stage, backupManifest), JSON.stringify(manifest, null, 2), { mode: 0o600 })
}

/** That of an unpacked archive; archives of earlier versions have none. */
export async function readBackupManifest(folder: string): Promise<BackupManifest | undefined> {
  const text = await readFile(join(folder, backupManifest), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}
