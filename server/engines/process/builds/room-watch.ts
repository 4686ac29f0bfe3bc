import { sleep } from '#kit/deadline.ts'
import { run } from '#kit/subprocess.ts'

/** Looks how much room folders take while somebody else fills them. */
export interface RoomWatch extends Disposable {
  /** Aborted once they take more than they may. */
  signal: AbortSignal
}

const interval = 1000
/** Looking through many small files takes long: it may cost a tenth of the time, and no more. */
const rest = 9
const deadline = 60_000

export function watchRoom(folders: readonly string[], limit: number): RoomWatch {
  const full = new AbortController()
  const ended = new AbortController()
  const watch = async () => {
    for (let took = 0; !ended.signal.aborted; ) {
      await sleep(Math.max(interval, took * rest), ended.signal)
      const begin = performance.now()
      if ((await roomOf(folders, ended.signal)) > limit) return full.abort()
      took = performance.now() - begin
    }
  }
  // It ends in no other way than being closed: a look that fails is no reason to end a build.
  void watch().catch(() => {})
  return { signal: full.signal, [Symbol.dispose]: () => ended.abort() }
}

/** Bytes on disk; files come and go meanwhile, and some of the folders may not be there yet. */
async function roomOf(folders: readonly string[], signal: AbortSignal): Promise<number> {
  const { stdout } = await run(['du', '-skc', '--', ...folders], { deadline, signal })
  const [, kilobytes = '0'] = /^(\d+)\s+total$/m.exec(stdout) ?? []
  return Number(kilobytes) * 1024
}
