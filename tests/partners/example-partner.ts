import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeadlinePassed } from '#kit/deadline.ts'
import type { Manifest } from '#protocol/manifest.ts'
import { root } from '#tests/laws/source-tree.ts'

/** The example partner, copied out of the checkout as its guide says, and running. */
export interface ExamplePartner {
  manifest: Manifest
  /** Where its manifest lies. */
  file: string
  url: string
  close(): Promise<void>
}

/** What the guide puts beside the copied folders. */
export const packageJson = {
  type: 'module',
  imports: { '#protocol/*': './protocol/*', '#providers/*': './providers/*' },
}

const deadline = 20_000

export async function openExamplePartner(): Promise<ExamplePartner> {
  const folder = await mkdtemp(join(tmpdir(), 'partner-'))
  await cp(join(root, 'examples/partner'), folder, { recursive: true })
  await cp(join(root, 'protocol'), join(folder, 'protocol'), { recursive: true })
  await cp(join(root, 'providers/kit'), join(folder, 'providers/kit'), { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(packageJson))
  const file = join(folder, 'manifest.json')
  const text = (await readFile(join(folder, 'manifest.example.json'), 'utf8'))
    .replace('<password>', randomBytes(32).toString('hex'))
    .replace('<salt>', randomBytes(32).toString('hex'))
  await writeFile(file, text)
  const env = { PATH: process.env.PATH, PORT: '0' }
  const child = spawn(process.execPath, ['main.ts'], { cwd: folder, env, stdio: 'pipe' })
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
    const late = setTimeout(() => reject(new DeadlinePassed('The example', deadline)), deadline)
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
