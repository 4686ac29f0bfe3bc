import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { artifactFiles, findArtifact } from '#engines/process/builds/artifacts.ts'
import { treeFolder } from '#engines/process/builds/dependencies/dependency-trees.ts'
import { layerFolder } from '#engines/process/builds/dependencies/own/layers.ts'
import { openFolders } from '#engines/process/folders.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Store } from '#platform/model/store.ts'

const timeout = 600_000

/**
 * Hard-links the artifacts of live releases, so that the second platform need not build them. Missing ones are built
 * again there. Returns their number.
 */
export async function stageArtifacts(
  data: string,
  stage: string,
  store: Store,
  applications: readonly Application[],
): Promise<number> {
  const from = await openFolders(join(data, 'engine'))
  const to = await openFolders(join(stage, 'engine'))
  let count = 0
  const staged = new Set<string>()
  const link = async (source: string, target: string) => {
    if (staged.has(target)) return
    staged.add(target)
    await mkdir(dirname(target), { recursive: true, mode: 0o755 })
    await runOrThrow(['cp', '-al', '-T', '--', source, target], { timeout })
  }
  for (const { liveDeploymentId } of applications) {
    const release = liveDeploymentId ? await store.releases.find(liveDeploymentId) : undefined
    const found = release && (await findArtifact(from, release.artifact))
    if (!found) continue
    const { id } = release.artifact
    try {
      await link(artifactFiles(from, id).folder, artifactFiles(to, id).folder)
      if (found.tree) await link(treeFolder(from, found.tree), treeFolder(to, found.tree))
      if (found.layer) await link(layerFolder(from, found.layer), layerFolder(to, found.layer))
      count += 1
    } catch {
      // Removed by a sweep meanwhile; the second platform builds it again.
      await rm(artifactFiles(to, id).folder, { recursive: true, force: true })
    }
  }
  return count
}
