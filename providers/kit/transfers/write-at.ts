import { open } from 'node:fs/promises'

/** Writes a part of a file; what an earlier attempt has left there is overwritten. */
export async function writeAt(path: string, offset: number, bytes: Buffer): Promise<void> {
  await using file = await open(path, offset === 0 ? 'w' : 'r+', 0o600)
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, offset + done)
    done += bytesWritten
  }
}
