import type { GitProcess } from '#git/git-process.ts'
import { inTime, type Listener, type ReceivePack, type RepositoryAccess } from '#git/git-session.ts'
import { type ByteReader, readBytes } from '#git/wire/byte-reader.ts'
import { flush, packet, readPacket } from '#git/wire/pkt-line.ts'
import { failureOf } from '#kit/process/subprocess.ts'
import { hooksFolder, pushQuotaOf } from './push-checks.ts'

const timeout = 3_600_000

/** Starts the one process of a push; over HTTP, where the advertisement is a request of its own, too. */
export async function startReceivePack(
  { git, limits }: Pick<Listener, 'git' | 'limits'>,
  { repository }: Pick<RepositoryAccess, 'repository'>,
): Promise<ReceivePack> {
  const quota = await pushQuotaOf({ limits }, { repository })
  const settings = [
    `receive.maxInputSize=${quota.bytes}`,
    `core.hooksPath=${hooksFolder}`,
    // To the new objects the repository is an alternate; its refs are known without a process that lists them.
    'core.alternateRefsCommand=true',
  ]
  const child = await git.start(
    [...settings.flatMap((each) => ['-c', each]), 'receive-pack', repository],
    { repository, timeout, hasHook: true, readable: [hooksFolder] },
  )
  const output = readBytes(child.stdout)
  try {
    const advertisement = await inTime(readAdvertisement(child, output))
    return {
      child,
      output,
      advertisement,
      quota,
      hasEnded: () => child.stdin.destroyed,
      [Symbol.dispose]: () => child.stop(),
    }
  } catch (error) {
    child.stop()
    throw error
  }
}

async function readAdvertisement(child: GitProcess, output: ByteReader): Promise<Buffer> {
  const packets: Buffer[] = []
  for (;;) {
    const content = await readPacket(output)
    if (content === 'flush') return Buffer.concat([...packets, flush])
    if (content === undefined) {
      const { code, stderr } = await child.finished
      throw failureOf(['git', 'receive-pack'], { code, stdout: '', stderr })
    }
    packets.push(packet(content))
  }
}
