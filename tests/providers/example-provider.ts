import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TimeoutError } from '#kit/concurrency/timeout.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import { root } from '#tests/laws/source-tree.ts'
import { machinePath } from '#tests/support/faults/machine-node.ts'
import { runCommand } from '#tests/support/platform/command.ts'

/** The running example service, copied out of the checkout as its guide describes. */
export interface ExampleProvider {
  manifest: Manifest
  /** Path of its manifest. */
  file: string
  url: string
  close(): Promise<void>
}

const timeout = 120_000
const guide = join(root, 'docs/marketplace/first-provider.md')

/** The commands of the guide that copy the example. */
async function copying(): Promise<string> {
  const block = /```sh\n(export PATH=[\s\S]*?)```/.exec(await readFile(guide, 'utf8'))?.[1]
  if (!block) throw new Error('The guide does not say how to copy the example.')
  return block
}

export async function openExampleProvider(): Promise<ExampleProvider> {
  const folder = await mkdtemp(join(tmpdir(), 'provider-'))
  // The machine's Node may be older: the guide says where the right one is.
  const path = [join(root, 'bin'), machinePath].join(':')
  const commands = await copying()
  const typed = { cwd: folder, env: { HOME: folder, PATH: path, BERTH: root }, timeout }
  const copied = await runCommand(['sh', '-e', '-c', commands], typed)
  if (copied.code !== 0) throw new Error(copied.output)
  const file = join(folder, 'manifest.json')
  const text = await readFile(file, 'utf8')
  const env = { PATH: path, BERTH: root, PORT: '0' }
  const start = `${commands.split('\n')[0]}\nexec node main.ts`
  const child = spawn('sh', ['-c', start], { cwd: folder, env, stdio: 'pipe' })
  const close = async () => {
    if (child.exitCode === null) {
      child.kill()
      await new Promise((resolve) => child.once('exit', resolve))
    }
    await rm(folder, { recursive: true })
  }
  try {
    const url = await addressOf(child)
    const moved = text.replaceAll('http://localhost:9000', url)
    await writeFile(file, moved)
    return { manifest: JSON.parse(moved), file, url, close }
  } catch (error) {
    await close()
    throw error
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const late = setTimeout(() => reject(new TimeoutError('The example', timeout)), timeout)
    const onText = (text: string) => {
      output += text
      const url = /listens on (\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    }
    child.stdout?.setEncoding('utf8').on('data', onText)
    child.stderr?.setEncoding('utf8').on('data', onText)
    child.once('exit', () => reject(new Error(`The example ended:\n${output}`)))
    child.once('error', reject)
    child.once('exit', () => clearTimeout(late))
  })
}
