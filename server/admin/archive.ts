import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { plainEnvironment } from '#kit/process/subprocess.ts'
import { AdminError } from './context.ts'

const ownerOptions = ['--numeric-owner', '--xattrs']

/** Packs a folder into a compressed archive that only its owner may read. */
export async function packArchive(folder: string, file: string): Promise<void> {
  const tar = startTar([
    '--create',
    '--sparse',
    '--file=-',
    ...ownerOptions,
    `--directory=${folder}`,
    '.',
  ])
  const output = createWriteStream(file, { mode: 0o600, flags: 'wx' })
  await Promise.all([pipeline(tar.stdout, createGzip({ level: 3 }), output), tar.done])
}

/** Verifies the checksums of the whole archive. */
export async function testArchive(file: string): Promise<void> {
  const tar = startTar(['--list', '--file=-'])
  tar.stdout.resume()
  await feed(file, tar)
}

/** Unpacks an archive into a folder, preserving owners and modes. */
export async function unpackArchive(file: string, folder: string): Promise<void> {
  const tar = startTar([
    '--extract',
    '--file=-',
    '--preserve-permissions',
    ...ownerOptions,
    `--directory=${folder}`,
  ])
  tar.stdout.resume()
  await feed(file, tar)
}

/**
 * Pipes the unpacked bytes to tar, and reads the file to its end, where the checksum is. tar itself stops at the end of
 * the archive, before the padding of the last block.
 */
async function feed(file: string, tar: Tar): Promise<void> {
  tar.stdin.on('error', () => {})
  const give = (chunk: Buffer) =>
    new Promise<void>((resolve) => {
      if (tar.stdin.destroyed) resolve()
      else tar.stdin.write(chunk, () => resolve())
    })
  try {
    await pipeline(createReadStream(file), createGunzip(), async (chunks) => {
      for await (const chunk of chunks) await give(chunk)
    })
    tar.stdin.end()
    await tar.done
  } catch (error) {
    await tar.kill()
    throw new AdminError(`${file} is damaged, or not a Berth archive: ${(error as Error).message}`)
  }
}

interface Tar {
  stdin: Writable
  stdout: Readable
  /** Rejects with the error output of tar. */
  done: Promise<void>
  /** Resolves once it has exited, and writes nothing more. */
  kill(): Promise<void>
}

function startTar(args: string[]): Tar {
  const child = spawn('tar', args, { env: plainEnvironment(), stdio: 'pipe' })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4096)
  })
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`tar exited with ${code}: ${said.trim()}`)),
    )
  })
  const exited = done.catch(() => {})
  const kill = () => {
    child.kill('SIGKILL')
    return exited
  }
  return { stdin: child.stdin, stdout: child.stdout, done, kill }
}
