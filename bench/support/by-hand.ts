import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { firstAnswer } from './first-answer.ts'
import type { ExpressProject } from './projects/express-project.ts'

/** The same steps without a platform, on the same machine with the same Node and npm. */
export interface ByHand extends AsyncDisposable {
  /** Milliseconds from a push to the first response, with dependencies already installed. */
  push(): Promise<number>
  /** Milliseconds from a push to the first response, including an installation with a warm download cache. */
  install(): Promise<number>
}

/** Arguments: repository, empty folder, dependencies, start command. */
const pushAndStart = `
git push --quiet "$1" master &&
git --git-dir="$1" --work-tree="$2" checkout --quiet --force master &&
cp -al -- "$3" "$2/node_modules" &&
cd -- "$2" &&
shift 3 &&
exec "$@"`

/** Arguments: repository, empty folder, start command as one word, install command. */
const pushInstallAndStart = `
git push --quiet "$1" master &&
git --git-dir="$1" --work-tree="$2" checkout --quiet --force master &&
cd -- "$2" &&
start=$3 &&
shift 3 &&
"$@" &&
exec $start`

export async function byHand(project: ExpressProject): Promise<ByHand> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-by-hand-'))
  const repository = join(folder, 'plain.git')
  const ready = join(folder, 'ready')
  const temporary = join(folder, 'tmp')
  await mkdir(temporary)
  const { recipe } = project
  const install = recipe.dependencies?.install
  const programs = recipe.tools.map(({ name, version }) =>
    join(toolchainCache, name, version, 'bin'),
  )
  const environment = {
    ...project.env,
    ...project.variables,
    ...recipe.environment,
    ...install?.environment,
    // npm must use the machine's authorities, not the platform's, which the project folder trusts.
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
    PATH: [...programs, project.env.PATH].join(delimiter),
    npm_config_cache: join(folder, 'npm'),
    npm_config_store_dir: join(folder, 'store'),
    BUN_INSTALL_CACHE_DIR: join(folder, 'bun'),
    // npm's compile cache is here.
    TMPDIR: temporary,
    npm_config_registry: await npmRegistry({ environment: process.env })(),
  }
  const git = (...args: string[]) => runOrThrow(['git', ...args], { cwd: project.folder })
  await git('init', '--quiet', '--bare', '--initial-branch=master', repository)

  /** Runs a script until the application responds, then kills it. */
  const time = async (script: string, args: string[], cwd: string) => {
    const port = await freePort()
    const env = { ...environment, PORT: String(port) }
    const begin = performance.now()
    const child = spawn('/bin/sh', ['-c', script, 'by-hand', ...args], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit').then(([code]) => {
      throw new Error(`what was started by hand exited with ${code}`)
    })
    try {
      await Promise.race([line(child.stdout, project.body), exited])
      await Promise.race([firstAnswer({ port, host: 'localhost', body: project.body }), exited])
      return performance.now() - begin
    } finally {
      await end(child)
    }
  }

  return {
    async push() {
      const target = await mkdtemp(join(folder, 'version-'))
      const milliseconds = await time(
        pushAndStart,
        [repository, target, ready, ...recipe.start],
        project.folder,
      )
      await rm(target, { recursive: true })
      return milliseconds
    },
    async install() {
      const target = await mkdtemp(join(folder, 'version-'))
      const milliseconds = await time(
        pushInstallAndStart,
        [repository, target, recipe.start.join(' '), ...(install?.command ?? [])],
        project.folder,
      )
      await rm(ready, { recursive: true, force: true })
      await rename(join(target, 'node_modules'), ready)
      await rm(target, { recursive: true })
      return milliseconds
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function line(output: Readable, wanted: string): Promise<void> {
  for await (const text of createInterface(output)) if (text === wanted) return
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGTERM')
  await withTimeout(ended, 20_000, 'the end of an application that was started by hand')
}
