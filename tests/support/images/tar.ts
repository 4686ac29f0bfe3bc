const blockSize = 512

/** An entry of an archive as a tenant could write it: of any kind and with any path. */
export interface OddEntry {
  path: string
  content?: Buffer | string
  mode?: number
  owner?: number
  /** Where a symbolic or a hard link leads. */
  symlink?: string
  link?: string
  /** Major and minor number of a character device. */
  device?: readonly [number, number]
}

const kindOf = ({ path, symlink, link, device }: OddEntry) => {
  if (symlink !== undefined) return '2'
  if (link !== undefined) return '1'
  if (device) return '3'
  return path.endsWith('/') ? '5' : '0'
}

/** An archive in the ustar format. */
export function oddTar(entries: readonly OddEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? '')
    const rest = (blockSize - (content.length % blockSize)) % blockSize
    return [header(entry, content.length), content, Buffer.alloc(rest)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)])
}

function header(entry: OddEntry, size: number): Buffer {
  const kind = kindOf(entry)
  const { path, owner = 0, mode = kind === '5' ? 0o755 : 0o644, symlink, link, device } = entry
  const block = Buffer.alloc(blockSize)
  const octal = (value: number, offset: number, length: number) =>
    block.write(value.toString(8).padStart(length - 1, '0'), offset)
  block.write(path, 0)
  octal(mode, 100, 8)
  octal(owner, 108, 8)
  octal(owner, 116, 8)
  octal(size, 124, 12)
  octal(0, 136, 12)
  block.fill(' ', 148, 156)
  block.write(kind, 156)
  block.write(symlink ?? link ?? '', 157)
  block.write('ustar\0' + '00', 257)
  octal(device?.[0] ?? 0, 329, 8)
  octal(device?.[1] ?? 0, 337, 8)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
