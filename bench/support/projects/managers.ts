import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { plainEnvironment, runOrThrow } from '#kit/process/subprocess.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { root } from '#tests/laws/source-tree.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { createToolchains } from '#toolchains/toolchains.ts'

/** Package managers measured by the push benchmark. */
export type Manager = 'npm' | 'pnpm' | 'bun'

const examples = { npm: 'express', pnpm: 'pnpm', bun: 'bun' } as const
const lockFiles = { pnpm: 'pnpm-lock.yaml', bun: 'bun.lock' } as const

/** Recipe of the manager's example, with its install and start commands. */
export async function recipeOf(manager: Manager): Promise<Recipe> {
  const file = join(root, 'examples', examples[manager], 'expected-recipe.json')
  return JSON.parse(await readFile(file, 'utf8'))
}

const written = new Map<Manager, string>()

/** Lock file of the Express example, written by the manager itself. */
export async function lockFileOf(manager: 'pnpm' | 'bun'): Promise<Record<string, string>> {
  const name = lockFiles[manager]
  const text = written.get(manager) ?? (await writeLock(manager))
  written.set(manager, text)
  return { [name]: text }
}

async function writeLock(manager: 'pnpm' | 'bun'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-lock-'))
  try {
    const registry = npmRegistry({ environment: process.env })
    const toolchain = createToolchains({ folder: toolchainCache, registry })
    const { tools } = await recipeOf(manager)
    const programs = await Promise.all(
      tools.map(async (tool) => join(await toolchain(tool), 'bin')),
    )
    const manifest = await readFile(join(root, 'examples/express/package.json'))
    await writeFile(join(folder, 'package.json'), manifest)
    const plain = plainEnvironment()
    await runOrThrow([join(programs.at(-1) ?? '', manager), 'install', '--lockfile-only'], {
      cwd: folder,
      timeout: 120_000,
      env: {
        ...plain,
        HOME: folder,
        PATH: [...programs, plain.PATH].join(delimiter),
        npm_config_registry: await registry(),
        ...extraCertificates(),
      },
    })
    return await readFile(join(folder, lockFiles[manager]), 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function extraCertificates(): Record<string, string> {
  const file = process.env.NODE_EXTRA_CA_CERTS
  return file ? { NODE_EXTRA_CA_CERTS: file } : {}
}
