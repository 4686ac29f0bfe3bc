import type { ReferencedImage } from './recipe.ts'

/** Parts of the name of an image: `registry.example:5000/team/name:tag`, with a digest in the place of a tag or behind it. */
export interface ImageReference {
  /** With the registry, if it names one. */
  name: string
  tag?: string
  /** `sha256:…` */
  digest?: string
}

const maxLength = 400
const host = /^[A-Za-z0-9][A-Za-z0-9.-]{0,252}(:\d{1,5})?$/
const part = /^[a-z0-9][a-z0-9._-]{0,127}$/
const tagPattern = /^\w[\w.-]{0,127}$/
const digestPattern = /^sha256:[0-9a-f]{64}$/

/** `undefined` when the text names no image. */
export function parseImageReference(text: string): ImageReference | undefined {
  if (text.length > maxLength) return undefined
  const [tagged = '', digest, ...rest] = text.split('@')
  if (rest.length > 0 || (digest !== undefined && !digestPattern.test(digest))) return undefined
  const colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1)
  const [name, tag] =
    colon < 0 ? [tagged, undefined] : [tagged.slice(0, colon), tagged.slice(colon + 1)]
  if (tag !== undefined && !tagPattern.test(tag)) return undefined
  const [first = '', ...others] = name.split('/')
  const isHost = others.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  if (!(isHost ? host : part).test(first) || !others.every((each) => part.test(each))) {
    return undefined
  }
  return { name, ...(tag !== undefined && { tag }), ...(digest !== undefined && { digest }) }
}

export const imageReferenceRule =
  'it must be the name of an image, such as registry.example/team/name:1.2 or name@sha256:…'

/** The name by which an image is pulled: by its digest where that is known. */
export function pulledName({ reference, digest: known }: ReferencedImage): string {
  const { name, tag, digest = known } = parseImageReference(reference) ?? { name: reference }
  if (digest !== undefined) return `${name}@${digest}`
  return tag === undefined ? name : `${name}:${tag}`
}
