/** An image by its digest: whatever a registry serves for it, Docker uses this content or nothing. */
export type PinnedImage = `${string}@sha256:${string}`

export const pin = (image: string, digest: string): PinnedImage =>
  `${unpinned(image)}@${digest}` as PinnedImage

export const isPinned = (image: string): image is PinnedImage => /@sha256:[0-9a-f]{64}$/.test(image)

/** Name and tag of an image. */
export const unpinned = (image: string): string => image.replace(/@.*$/, '')

export const digestOf = (image: PinnedImage): string => image.slice(image.indexOf('@') + 1)

/** Repository, with its registry, and tag of an image; the registry may have a port. */
export function splitName(image: string): [string, string] {
  const name = unpinned(image)
  const at = name.lastIndexOf(':')
  return [name.slice(0, at), name.slice(at + 1)]
}
