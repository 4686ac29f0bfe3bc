import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Folders, folderOf } from '#engines/process/folders.ts'
import type { Parts } from '#engines/process/parts.ts'
import type { Artifact } from '#platform/model/hosting/deployments/engine.ts'
import type { BuildSandbox } from './build-sandbox.ts'
import { type ProvidedDependencies, treeFolder } from './dependencies/dependency-trees.ts'
import { layerFolder } from './dependencies/own/layers.ts'
import type { BuiltImage } from './image/built-image.ts'

/** Metadata file in an artifact's folder, beside the application's folder `app`. */
interface ArtifactRecord extends ProvidedDependencies {
  /** That folder is the root of an image. */
  image?: BuiltImage
  /** The application that it was built for, and promoted from: its files may name its folder in sandboxes. */
  builtFor?: string
}

/**
 * Paths in an artifact's folder. Without the record, the artifact is discarded and kept only for instances that use it.
 */
export function artifactFiles({ artifacts }: Folders, id: string) {
  const folder = folderOf(artifacts, id)
  return { folder, record: join(folder, 'artifact.json'), app: join(folder, 'app') }
}

export interface FoundArtifact extends ArtifactRecord {
  app: string
}

/** Turns the result of a build into an artifact, atomically. */
export async function keepArtifact(
  { folders, trash }: Parts,
  sandbox: Pick<BuildSandbox, 'folder' | 'app'>,
  id: string,
  record: ArtifactRecord,
): Promise<Artifact> {
  const fresh = join(sandbox.folder, 'artifact')
  await mkdir(fresh, { mode: 0o755 })
  await rename(sandbox.app, join(fresh, 'app'))
  await writeFile(join(fresh, 'artifact.json'), JSON.stringify(record))
  const target = folderOf(folders.artifacts, id)
  await trash.throwAway(target)
  await rename(fresh, target)
  return { id, handle: record }
}

/** An artifact with its dependencies, or `undefined` when either is gone. */
export async function findArtifact(
  folders: Folders,
  { id }: Artifact,
): Promise<FoundArtifact | undefined> {
  const { app, record: path } = artifactFiles(folders, id)
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const record = JSON.parse(text) as ArtifactRecord
  const { tree, layer } = record
  const needed = [
    ...(tree ? [treeFolder(folders, tree)] : []),
    ...(layer ? [layerFolder(folders, layer)] : []),
  ]
  for (const folder of needed) if (!(await stat(folder).catch(() => undefined))) return undefined
  return { ...record, app }
}
