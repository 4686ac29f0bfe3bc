/** A file in an archive. */
export interface TarEntry extends TarFolder {
  content: Buffer
  isExecutable?: boolean
}

/** A folder in an archive, whose path ends with `/`. */
export interface TarFolder {
  /** Separated by `/`, at most 100 bytes. */
  path: string
  /** Permission bits; by default those of a file that all may read, or of a folder or program that all may enter or run. */
  mode?: number
  /** UID and GID; root by default. */
  owner?: number
}

const blockSize = 512

/** npm's fixed date for every file of a package, which makes archives reproducible. */
const fixedDate = Date.UTC(1985, 9, 26, 8, 15) / 1000

/** An archive in the ustar format, with a fixed date. */
export function writeTar(entries: readonly (TarEntry | TarFolder)[]): Buffer {
  const blocks = entries.flatMap((entry) =>
    'content' in entry ? [header(entry), padded(entry.content)] : [header(entry)],
  )
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)])
}

function header(entry: TarEntry | TarFolder): Buffer {
  const { path, owner = 0 } = entry
  const content = 'content' in entry ? entry.content : undefined
  const isExecutable = 'content' in entry ? entry.isExecutable : true
  const { mode = isExecutable ? 0o755 : 0o644 } = entry
  const block = Buffer.alloc(blockSize)
  const text = (value: string, offset: number) => block.write(value, offset, 'utf8')
  const octal = (value: number, offset: number, length: number) =>
    text(value.toString(8).padStart(length - 1, '0'), offset)
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for a tar header`)
  text(path, 0)
  octal(mode, 100, 8)
  octal(owner, 108, 8)
  octal(owner, 116, 8)
  octal(content?.length ?? 0, 124, 12)
  octal(fixedDate, 136, 12)
  // The checksum counts its own field as spaces.
  block.fill(' ', 148, 156)
  text(content ? '0' : '5', 156)
  text('ustar\0' + '00', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  text(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

function padded(content: Buffer): Buffer {
  const rest = content.length % blockSize
  return rest === 0 ? content : Buffer.concat([content, Buffer.alloc(blockSize - rest)])
}
