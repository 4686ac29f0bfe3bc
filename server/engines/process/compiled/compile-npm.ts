import { lstat, mkdir, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { runConfined } from '#engines/process/builds/step.ts'
import {
  type Confinement,
  compiledFolder,
  defaultDirs,
  sandboxPathsOf,
} from '#engines/process/sandbox/confinement.ts'
import type { SystemFolder } from '#engines/process/sandbox/sandbox.ts'
import { variablesOf } from '#engines/process/sandbox/variables.ts'
import { moveOut } from '#kit/tenant-files/entries.ts'
import { giveEmptyFolder, giveTree, shareTree } from '#kit/tenant-files/trees.ts'

export interface CompileOptions {
  tools: Confinement['tools']
  /** Working folder, which must not exist yet. */
  work: string
  /** Destination of the compiled files, which appear there atomically. */
  place: string
  user: number | undefined
  etc: string
  system: SystemFolder[]
  filter: string | undefined
  signal: AbortSignal
}

const project = { name: 'nothing', version: '1.0.0', scripts: { start: 'true' } }
const lock = { lockfileVersion: 3, packages: { '': { name: 'nothing', version: '1.0.0' } } }
const command = ['/bin/sh', '-c', 'npm ci && npm start']
const settings = {
  npm_config_offline: 'true',
  npm_config_audit: 'false',
  npm_config_update_notifier: 'false',
}

/**
 * Fills Node's compile cache by running npm once. Node trusts the cache as it trusts programs, so it is made in a
 * sandbox without any application's files.
 */
export async function compileNpm(compiling: CompileOptions): Promise<void> {
  const { tools, work, place, user, etc, system, filter, signal } = compiling
  await mkdir(work, { mode: 0o711 })
  const [app, tmp] = [join(work, 'app'), join(work, 'tmp')]
  for (const own of [app, tmp, join(work, 'home')]) await mkdir(own)
  for (const own of [tmp, join(work, 'home')]) await giveEmptyFolder(user, own)
  await writeFile(join(app, 'package.json'), JSON.stringify(project))
  await writeFile(join(app, 'package-lock.json'), JSON.stringify(lock))
  await giveTree(user, app)

  const confinement: Confinement = {
    id: basename(work),
    applicationId: 'nothing',
    folder: work,
    dirs: defaultDirs,
    tools,
    etc,
    isSandboxed: true,
    groups: [],
    endsWithServer: true,
    ...(user === undefined ? {} : { user }),
    ...(filter === undefined ? {} : { filter }),
  }
  const paths = sandboxPathsOf(confinement)
  const environment = variablesOf({ paths, given: settings, machine: {}, port: 8080 })
  const files = { mountTable: join(work, 'mounts') }
  const lines: string[] = []
  const code = await runConfined(
    { confinement, system, files, environment, command },
    (line) => lines.push(line),
    signal,
  )
  if (code !== 0) throw new Error(`npm exited with ${code}: ${lines.slice(-5).join(' ')}`)

  const made = join(work, 'compiled')
  // Older versions of Node or npm compile nothing; the empty folder records that.
  if (!(await moveOut(tmp, compiledFolder, made))) await mkdir(made)
  if (!(await lstat(made)).isDirectory()) throw new Error('npm compiled itself to no folder')
  await shareTree(user, made)
  await rename(made, place)
}
