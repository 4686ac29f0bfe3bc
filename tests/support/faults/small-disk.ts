import assert from 'node:assert/strict'
import { type FileHandle, mkdir, open, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'

const image = (folder: string) => `${folder}.ext4`

/** An ext4 of its own, which a test fills up to the last block or the last inode. */
export class SmallDisk {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  /** Mounted at a folder that is created; `-m 0`: the superuser has no blocks of his own. */
  static async mount(
    folder: string,
    { megabytes, inodes }: { megabytes: number; inodes: number },
  ): Promise<SmallDisk> {
    await mkdir(folder)
    await writeFile(image(folder), '')
    await truncate(image(folder), megabytes * 1024 * 1024)
    const counts = ['-m', '0', '-N', String(inodes), '-E', 'lazy_itable_init=0,nodiscard']
    await runOrThrow(['mkfs.ext4', '-q', '-F', ...counts, image(folder)])
    await runOrThrow(['mount', '-o', 'loop,noatime', image(folder), folder])
    return new SmallDisk(folder)
  }

  /** Takes all blocks except for this many bytes. */
  async fill(free = 0): Promise<void> {
    const file = await open(this.#blocks, 'a')
    try {
      for (const size of [1024 * 1024, 4096, 1]) await appendUntilFull(file, Buffer.alloc(size, 1))
      await file.truncate((await file.stat()).size - free)
    } finally {
      await file.close()
    }
  }

  /** Takes all inodes, and of the blocks only those of names. */
  async fillInodes(): Promise<void> {
    await mkdir(this.#inodes, { recursive: true })
    try {
      for (let count = 0; ; count += 1) await writeFile(join(this.#inodes, `${count}`), '')
    } catch (error) {
      assertFull(error)
    }
  }

  /** Gives back what was taken. */
  async free(): Promise<void> {
    await rm(this.#blocks, { force: true })
    await rm(this.#inodes, { recursive: true, force: true })
  }

  async unmount(): Promise<void> {
    await runOrThrow(['umount', '--lazy', this.folder])
    await rm(image(this.folder), { force: true })
  }

  get #blocks(): string {
    return join(this.folder, 'filler')
  }

  get #inodes(): string {
    return join(this.folder, 'fillers')
  }
}

async function appendUntilFull(file: FileHandle, bytes: Buffer): Promise<void> {
  try {
    for (;;) await file.appendFile(bytes)
  } catch (error) {
    assertFull(error)
  }
}

const assertFull = (error: unknown) =>
  assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC', String(error))
