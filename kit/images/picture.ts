import { isGif, readGif } from './gif.ts'
import { isJpeg, readJpeg } from './jpeg.ts'
import type { PictureSize } from './picture-size.ts'
import { isPng, readPng } from './png.ts'
import { isWebp, readWebp } from './webp.ts'

export interface Picture extends PictureSize {
  /** Media type. */
  type: string
}

/** What is wrong with a file that should be a picture. */
export type PictureProblem = 'unknown' | 'broken' | 'too large'

/** A browser takes four bytes for each pixel, however few the file has. */
const maxSide = 4096

/** No SVG, because it can carry scripts. */
const formats: readonly {
  type: string
  is(content: Buffer): boolean
  read(content: Buffer): PictureSize | undefined
}[] = [
  { type: 'image/png', is: isPng, read: readPng },
  { type: 'image/jpeg', is: isJpeg, read: readJpeg },
  { type: 'image/gif', is: isGif, read: readGif },
  { type: 'image/webp', is: isWebp, read: readWebp },
]

/**
 * Reads the structure of a picture from its first to its last byte, without decoding its pixels. A file that is one format at its beginning and another
 * one behind, a cut one, and one that unpacks to gigabytes are no pictures.
 */
export function readPicture(content: Buffer): Picture | PictureProblem {
  const format = formats.find(({ is }) => is(content))
  if (!format) return 'unknown'
  const size = format.read(content)
  if (!size || size.width === 0 || size.height === 0) return 'broken'
  return size.width > maxSide || size.height > maxSide
    ? 'too large'
    : { type: format.type, ...size }
}
