/** The pictures that we show, by how their files begin. SVG is none of them: it can carry scripts. */
const beginnings: readonly { type: string; is(content: Buffer): boolean }[] = [
  { type: 'image/png', is: (content) => begins(content, '89504e470d0a1a0a') },
  { type: 'image/jpeg', is: (content) => begins(content, 'ffd8ff') },
  {
    type: 'image/gif',
    is: (content) => /^GIF8[79]a$/.test(content.subarray(0, 6).toString('latin1')),
  },
  {
    type: 'image/webp',
    is: (content) => /^RIFF.{4}WEBP$/s.test(content.subarray(0, 12).toString('latin1')),
  },
]

const begins = (content: Buffer, hex: string) =>
  content.subarray(0, hex.length / 2).toString('hex') === hex

/** The media type of a picture, whatever its sender says it is; `undefined` for anything else. */
export function pictureType(content: Buffer): string | undefined {
  return beginnings.find(({ is }) => is(content))?.type
}
