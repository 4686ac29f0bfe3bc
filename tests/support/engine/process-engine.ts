import '#tests/support/home/own-home.ts'
import assert from 'node:assert/strict'
import { createHash, randomInt } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openProcessEngine } from '#engines/process/process-engine.ts'
import { run } from '#kit/process/subprocess.ts'
import type { Engine } from '#platform/model/hosting/deployments/engine.ts'
import { type RecordedInstances, recordInstances } from './recorded-instances.ts'

type Options = Parameters<typeof openProcessEngine>[0]

/** Folder of the Node that runs the tests, as a toolchain. */
export const nodeTool = dirname(dirname(process.execPath))

export const processEngineOptions = (
  folder: string,
  watcher: Options['watcher'],
  more: Partial<Options> = {},
): Options => ({
  folder,
  watcher,
  toolchain: async () => nodeTool,
  buildTimeout: 240_000,
  buildRoom: { bytes: 4 * 1024 ** 3, inodes: 1_000_000 },
  instanceRoom: { bytes: 4 * 1024 ** 3, inodes: 1_000_000 },
  maxLinesPerSecond: 1000,
  hostEnvironment: { proxies: {}, extraCaCerts: undefined },
  // Engines of concurrent tests share the machine's ports, so each starts at a random one.
  preferredPort: 20_000 + randomInt(10_000),
  ...more,
})

export interface OpenedEngine extends AsyncDisposable {
  engine: Engine
  folder: string
  seen: RecordedInstances
  problems: string[]
  /** Closes the engine and opens another one on the same folder. */
  reopen(more?: Partial<Options>): Promise<void>
}

/** An engine in its own folder; asserts at the end that nothing remains. */
export async function openTestEngine(options: Partial<Options> = {}): Promise<OpenedEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-engine-'))
  const open = async (more: Partial<Options>) => {
    const seen = recordInstances()
    const problems: string[] = []
    const log = (sentence: string) => void problems.push(sentence)
    const engine = await openProcessEngine(
      processEngineOptions(folder, seen.watcher, { log, ...options, ...more }),
    )
    return { engine, seen, problems }
  }
  const opened: OpenedEngine = {
    ...(await open({})),
    folder,
    async reopen(more = {}) {
      await opened.engine.close()
      Object.assign(opened, await open(more))
    },
    async [Symbol.asyncDispose]() {
      await opened.engine.networkGroups?.apply([])
      await opened.engine.recover([])
      await opened.engine.close()
      await removeEngineFolder(folder)
    },
  }
  return opened
}

/** Removes the folder of a closed engine without instances; asserts that nothing remains on the machine. */
export async function removeEngineFolder(folder: string): Promise<void> {
  const mark = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 8)
  const find = ['find', '/sys/fs/cgroup', '/sys/class/net', '/run/netns', '-maxdepth', '6'] as const
  const { stdout } = await run([...find, '-name', `*${mark}*`])
  assert.equal(stdout, '', `the engine left behind: ${stdout}`)
  await rm(folder, { recursive: true })
}
