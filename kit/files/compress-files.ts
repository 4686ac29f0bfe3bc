import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

const compressible = /\.(js|css|svg|html|json|txt)$/
/** Smaller files fit into one packet anyway. */
const minBytes = 1024

export interface CompressionOptions {
  /** Of brotli, 0 to 11: the last two take ten times as long for a few percent. */
  quality?: number
}

/** Writes a `.br` and a `.gz` beside each file of a folder, and of those in it, that becomes smaller by it. */
export async function compressFiles(
  folder: string,
  { quality = zlib.BROTLI_MAX_QUALITY }: CompressionOptions = {},
): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  const wanted = names.filter((name) => compressible.test(name)).values()
  // Some at a time, because all of them at once may be more files than a process may open.
  const work = async () => {
    for (const name of wanted) await compressFile(join(folder, name), quality)
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

/** The same for one file. */
export async function compressFile(
  path: string,
  quality: number = zlib.BROTLI_MAX_QUALITY,
): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < minBytes) return
  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: quality,
    [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  if (brotli.length < bytes.length) await writeFile(`${path}.br`, brotli)
  if (gzipped.length < bytes.length) await writeFile(`${path}.gz`, gzipped)
}
