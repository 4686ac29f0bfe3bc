import { dirname } from 'node:path/posix'
import { dependencyKey } from '#engines/process/builds/dependencies/dependency-key.ts'
import { digestOf, type PinnedImage } from '#engines/swarm/images/image-name.ts'
import { tagOf } from '#engines/swarm/images/registry.ts'
import { containerUser, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { type TarEntry, type TarFolder, writeTar } from '#kit/files/tar.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import type { FilledFile } from '#platform/model/hosting/recipe/home-file.ts'
import type { Dependencies } from '#platform/model/hosting/recipe/recipe.ts'
import type { BuildContainer } from './build-container.ts'

/** Dependencies that depend on a few files only: they can be a separate layer below the source. */
export interface SharedDependencies {
  folder: string
  key: string
  files: Map<string, Buffer>
  dependencies: Dependencies
}

/**
 * Finds out whether the dependencies can be a shared layer: their files are read from the source, so a step that runs
 * before the installation and could change them rules it out.
 */
export async function findDependencies({
  recipe,
  source,
  applicationId,
}: BuildOrder): Promise<SharedDependencies | undefined> {
  const { dependencies, prepare = [], tools } = recipe
  if (!dependencies?.sharedBy || dependencies.runsAlways || prepare.length > 0) return undefined
  const files = new Map<string, Buffer>()
  for (const path of dependencies.sharedBy) {
    const text = await source.read(path)
    if (text !== undefined) files.set(path, Buffer.from(text))
  }
  if (files.size === 0) return undefined
  const owner = dependencies.isPrivate ? applicationId : undefined
  const key = dependencyKey(dependencies, tools, files, owner)
  return { folder: dependencies.folder, key, files, dependencies }
}

export interface Installation {
  shared: SharedDependencies
  /** The image below. */
  tools: PinnedImage
  home: readonly FilledFile[]
  open(image: PinnedImage, home: readonly FilledFile[]): Promise<BuildContainer>
}

/** The image with the dependencies as its top layer: the registry's, or a new one that is installed and pushed. */
export async function installDependencies(
  { registry }: SwarmParts,
  { say, withoutCache, deploymentId }: BuildOrder,
  { shared, tools, home, open }: Installation,
): Promise<PinnedImage> {
  const { dependencies, key, files } = shared
  const part = withoutCache ? [deploymentId] : []
  const name = registry.nameOf('berth/dependencies', tagOf([digestOf(tools), key, ...part]))
  let isNew = false
  const image = await registry.provide(name, async () => {
    isNew = true
    // Nothing but these files and the operator's registry can get into a layer that other applications use.
    const own = home.filter(({ secrets }) => dependencies.isPrivate || secrets.length === 0)
    await using container = await open(tools, own)
    await container.put(writeTar(entriesOf(files)))
    await container.run(dependencies.install, {}, true)
    return await container.commit(name)
  })
  if (!isNew) {
    say(`${dependencies.install.title}: not needed, the same dependencies are installed already`)
  }
  return image
}

function entriesOf(files: ReadonlyMap<string, Buffer>): (TarEntry | TarFolder)[] {
  const owner = containerUser
  const folders = new Set(
    [...files.keys()].map((path) => dirname(path)).filter((path) => path !== '.'),
  )
  return [
    ...[...folders].map((path) => ({ path: `${path}/`, owner })),
    ...[...files].map(([path, content]) => ({ path, content, owner })),
  ]
}
