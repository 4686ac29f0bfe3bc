import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { root } from '#tests/laws/source-tree.ts'

/** Module hook that prints each loaded module to standard error. */
const tracer = `
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    process.stderr.write(url + '\\n')
    return next(url, context)
  },
})`

async function modulesOf(...args: string[]): Promise<string[]> {
  const options = ['--import', `data:text/javascript,${encodeURIComponent(tracer)}`]
  const { stderr } = await promisify(execFile)(
    process.execPath,
    [...options, 'cli/main.ts', ...args],
    { cwd: root, timeout: 300_000 },
  )
  return stderr.split('\n')
}

const isValidator = (url: string) => url.includes('/node_modules/valibot/')

for (const args of [['--version'], ['help'], ['env', '--help'], ['deploy', '--help']]) {
  test(`CLI: berth ${args.join(' ')} loads no validator`, async () => {
    const modules = await modulesOf(...args)
    assert.ok(modules.some((url) => url.endsWith('/cli/commands.ts')))
    assert.deepEqual(modules.filter(isValidator), [])
  })
}

test('CLI: the help of a command loads it and those below it, and no other', async () => {
  const modules = await modulesOf('env', '--help')
  const commands = modules.flatMap((url) => url.match(/\/cli\/commands\/(.+)$/)?.[1] ?? [])
  assert.ok(commands.length > 1)
  assert.deepEqual(
    commands.filter((file) => !file.startsWith('env/')),
    [],
  )
})

test('CLI: a command that checks a manifest loads the validator', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-manifest-'))
  try {
    const options = ['--id', 'cache', '--base-url', 'https://cache.example.org/resources']
    const file = join(folder, 'manifest.json')
    assert.ok((await modulesOf('provider', 'init', file, ...options)).some(isValidator))
  } finally {
    await rm(folder, { recursive: true })
  }
})
