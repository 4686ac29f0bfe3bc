import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'

/**
 * Writes a file into the blocks that it has, so that a full disk has room for content of about the same length. After
 * `ENOSPC` the file has its old content: what needs further blocks is written first. A reader can see half of each.
 */
export function overwriteFile(path: string, content: string | Buffer, mode = 0o600): void {
  const bytes = Buffer.from(content)
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, mode)
  try {
    if (readFileSync(file).equals(bytes)) return
    const { size } = fstatSync(file)
    try {
      writeWhole(file, bytes.subarray(size), size)
    } catch (error) {
      ftruncateSync(file, size)
      throw error
    }
    writeWhole(file, bytes.subarray(0, size), 0)
    ftruncateSync(file, bytes.length)
  } finally {
    closeSync(file)
  }
}

/** The system writes less than all before it reports a full disk. */
function writeWhole(file: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done)
  }
}
