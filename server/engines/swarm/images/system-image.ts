import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { readBaseFiles } from './debian-image.ts'
import type { PinnedImage } from './image-name.ts'
import { addLayer } from './layer.ts'
import { importFiles } from './package-image.ts'
import { tagOf } from './registry.ts'
import { tarStream } from './tar-stream.ts'

/** The image below an application whose tool is a Debian system: that system, with the user and the scripts that every base image has. */
export async function provideSystemImage(
  parts: Pick<SwarmParts, 'docker' | 'registry' | 'toolchain' | 'extraCaCerts'>,
  tool: Tool,
): Promise<PinnedImage> {
  const { docker, registry, toolchain } = parts
  const { name, version } = tool
  const files = await readBaseFiles(parts)
  const tag = tagOf([name, version, files.toString('base64')])
  const image = registry.nameOf('berth/systems', `${name}-${tag}`)
  return registry.provide(image, async () => {
    const folder = await toolchain(tool)
    const from = await importFiles(parts, tarStream({ folder, owner: 0 }))
    return addLayer(docker, { from, image }, files)
  })
}
