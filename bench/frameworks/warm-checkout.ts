import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { firstAnswer } from '#bench/support/first-answer.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { BuildStep, Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'

const timeout = 900_000

export interface WarmCheckoutOptions {
  /** The user's folder, with a repository. */
  folder: string
  recipe: Recipe
  environment: NodeJS.ProcessEnv
}

/** A checkout in which the project was built before, and its commands by hand. */
export interface WarmCheckout extends AsyncDisposable {
  folder: string
  /** Pulls the newest commit and installs its dependencies. */
  install(): Promise<void>
  /** Milliseconds from the push to the first answer with the text: pulls, builds and starts. */
  push(expected: { text: string; path: string }): Promise<number>
}

export async function openWarmCheckout(options: WarmCheckoutOptions): Promise<WarmCheckout> {
  const { recipe } = options
  const top = await mkdtemp(join(tmpdir(), 'berth-by-hand-'))
  const repository = join(top, 'plain.git')
  const folder = join(top, 'checkout')
  await runOrThrow(['git', 'init', '--quiet', '--bare', '--initial-branch=master', repository])
  const programs = recipe.tools.map(({ name, version }) =>
    join(toolchainCache, name, version, 'bin'),
  )
  const env: NodeJS.ProcessEnv = {
    ...options.environment,
    ...recipe.environment,
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
    PATH: [...programs, options.environment.PATH].join(delimiter),
    npm_config_cache: join(top, 'npm'),
    npm_config_registry: await npmRegistry({ environment: process.env })(),
  }
  const run = (command: string[], cwd: string) =>
    runOrThrow([command[0] ?? '', ...command.slice(1)], { cwd, env: env as never, timeout })
  const runStep = ({ command, environment }: BuildStep) =>
    runOrThrow(command, { cwd: folder, env: { ...env, ...environment } as never, timeout })
  const pull = async () => {
    await run(['git', 'push', '--quiet', repository, 'master'], options.folder)
    await run(['git', '-C', folder, 'pull', '--quiet', '--ff-only'], top)
  }
  await run(['git', 'push', '--quiet', repository, 'master'], options.folder)
  await run(['git', 'clone', '--quiet', repository, folder], top)

  return {
    folder,
    async install() {
      await pull()
      if (recipe.dependencies) await runStep(recipe.dependencies.install)
    },
    async push({ text, path }) {
      const port = await freePort()
      const begin = performance.now()
      await pull()
      for (const step of recipe.build) await runStep(step)
      const [program, ...words] = recipe.start
      const child = spawn(program, words, {
        cwd: folder,
        env: { ...env, PORT: String(port) },
        detached: true,
        stdio: 'ignore',
      })
      const exited = once(child, 'exit')
      try {
        await firstAnswer({ port, host: 'localhost', body: text, path, isPart: true, timeout })
        return performance.now() - begin
      } finally {
        if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
        await withTimeout(exited, 20_000, 'the end of what was started by hand')
      }
    },
    [Symbol.asyncDispose]: () => rm(top, { recursive: true, force: true }),
  }
}
