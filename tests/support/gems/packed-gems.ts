import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runOrThrow } from '#kit/process/subprocess.ts'

const script = fileURLToPath(new URL('pack-gems.rb', import.meta.url))

/** What packs, as part of what a kept folder is made from. */
export const packingScript = (): Promise<string> => readFile(script, 'utf8')

interface Packing {
  /** Folder of a Debian system with the line of Ruby. */
  system: string
  /** Has the unpacked packages in `roots`, and gets the folder of the server in `made`. */
  temporary: string
  /** Folder in `made`; `made` itself when absent. */
  to?: string
  /** JSON of the gems with their versions; all as the packages have them when absent. */
  list?: string
  signal: AbortSignal
}

/** Makes a folder for a gem server from gems in packages of Debian. */
export async function packUnpacked({ system, temporary, to = '', list, signal }: Packing) {
  await mkdir(join(temporary, 'made', to), { recursive: true })
  await copyFile(script, join(temporary, 'pack-gems.rb'))
  if (list !== undefined) await writeFile(join(temporary, 'gems.json'), list)
  const sandbox = ['bwrap', '--ro-bind', system, '/', '--bind', temporary, '/tmp'] as const
  const mounts = ['--proc', '/proc', '--dev', '/dev', '--chdir', '/tmp', '--']
  const pack = ['/usr/bin/ruby', 'pack-gems.rb', '/tmp/roots', join('/tmp/made', to)]
  const names = list === undefined ? [] : ['gems.json']
  await runOrThrow([...sandbox, ...mounts, ...pack, ...names], { signal })
}
