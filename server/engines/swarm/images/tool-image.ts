import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
import { digestOf, type PinnedImage } from './image-name.ts'
import { addLayer } from './layer.ts'
import { tagOf } from './registry.ts'
import { provideSystemImage } from './system-image.ts'
import { tarStream } from './tar-stream.ts'

/**
 * The base image, or the system that one of the tools is, with one layer for each other tool. Tools are laid down in a fixed order, so that applications with the same
 * Node share its layer whatever else they use.
 */
export async function provideToolImage(
  parts: SwarmParts,
  tools: readonly Tool[],
): Promise<PinnedImage> {
  const system = tools.find(isSystemTool)
  let image = await (system ? provideSystemImage(parts, system) : parts.base())
  for (const tool of inLayerOrder(tools.filter((each) => each !== system))) {
    const { name } = tool
    if (!/^[a-z0-9-]+$/.test(name)) throw new Error(`no tool can be named ${name}`)
    const below = image
    const tag = toolTag(below, tool, await parts.scriptsMark?.(tool))
    const next = parts.registry.nameOf('berth/tools', `${name}-${tag}`)
    image = await parts.registry.provide(next, async () => {
      const folder = await parts.toolchain(tool)
      const { stream, ended } = tarStream({ folder, at: `opt/${name}`, owner: 0 })
      const layer = addLayer(parts.docker, { from: below, image: next }, stream)
      const [id] = await Promise.all([layer, ended])
      return id
    })
  }
  return image
}

/** Tag of the image of a tool over another. A tool with other scripts of ours is another image, though its version is the same. */
export const toolTag = (
  below: PinnedImage,
  { name, version, hash = '' }: Tool,
  mark: string | undefined,
): string => tagOf([digestOf(below), name, version, hash, ...(mark === undefined ? [] : [mark])])

/** What many applications have in common lies lowest. */
const lowest = ['npm', 'node', 'java']

export const inLayerOrder = (tools: readonly Tool[]): Tool[] => {
  const rank = ({ name }: Tool) => -lowest.indexOf(name)
  return tools.toSorted((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1))
}
