import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { splitLines } from '#kit/text/lines.ts'

export interface RunToEndOptions {
  env: Record<string, string>
  onLine: (line: string) => void
}

const pollInterval = 200
const timeout = 30 * 60_000

/**
 * Runs a program that survives this process: in its own process group, which Ctrl-C does not reach, with output to a
 * file, because a pipe would break. A killed dpkg leaves the machine to be repaired by hand. Returns the exit code;
 * rejects on timeout, without killing it.
 */
export async function runToEnd(
  [program = '', ...args]: readonly string[],
  { env, onLine }: RunToEndOptions,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-apt-'))
  const output = await open(join(folder, 'output'), 'w+', 0o600)
  try {
    const stdio = ['ignore', output.fd, output.fd] as const
    const child = spawn(program, args, { env, detached: true, stdio: [...stdio] })
    const lines = splitLines(onLine)
    const decoder = new StringDecoder('utf8')
    let place = 0
    const readOn = async () => {
      const { buffer, bytesRead } = await output.read(Buffer.alloc(65_536), 0, 65_536, place)
      place += bytesRead
      lines.push(decoder.write(buffer.subarray(0, bytesRead)))
      return bytesRead > 0
    }
    let reading = Promise.resolve(false)
    const polling = setInterval(() => {
      reading = reading.then(readOn, () => false)
    }, pollInterval)
    try {
      const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(timeout) })
      // Two readers at once would read the same bytes.
      clearInterval(polling)
      await reading
      while (await readOn());
      lines.end()
      return code ?? 1
    } finally {
      clearInterval(polling)
      await reading
      child.unref()
    }
  } finally {
    await output.close()
    await rm(folder, { recursive: true, force: true })
  }
}
