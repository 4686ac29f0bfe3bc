/** A file in an archive. */
export interface TarEntry {
  /** Separated by `/`, at most 100 bytes. */
  path: string
  content: Buffer
  isExecutable?: boolean
}

const blockSize = 512

/** npm's fixed date for every file of a package, which makes archives reproducible. */
const fixedDate = Date.UTC(1985, 9, 26, 8, 15) / 1000

/** An archive in the ustar format, with fixed owner, date and mode. */
export function writeTar(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => [header(entry), padded(entry.content)])
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)])
}

function header({ path, content, isExecutable = false }: TarEntry): Buffer {
  const block = Buffer.alloc(blockSize)
  const text = (value: string, offset: number) => block.write(value, offset, 'utf8')
  const octal = (value: number, offset: number, length: number) =>
    text(value.toString(8).padStart(length - 1, '0'), offset)
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for a tar header`)
  text(path, 0)
  octal(isExecutable ? 0o755 : 0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(content.length, 124, 12)
  octal(fixedDate, 136, 12)
  // The checksum counts its own field as spaces.
  block.fill(' ', 148, 156)
  text('0', 156)
  text('ustar\0' + '00', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  text(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

function padded(content: Buffer): Buffer {
  const rest = content.length % blockSize
  return rest === 0 ? content : Buffer.concat([content, Buffer.alloc(blockSize - rest)])
}
