import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runOrThrow } from './subprocess.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a process prints that resolves the specifiers with the hook, and without it. */
async function resolved(specifiers: string[]): Promise<{ ours: string[]; nodes: string[] }> {
  const print = `for (const name of ${JSON.stringify(specifiers)}) console.log(import.meta.resolve(name))`
  const hook = "(await import('./kit/process/module-resolution.ts')).resolveOwnModules();"
  const run = async (source: string) => {
    const command = [process.execPath, '--input-type=module', '--eval', source] as const
    return (await runOrThrow([...command], { cwd: root })).trim().split('\n')
  }
  return { ours: await run(`${hook}${print}`), nodes: await run(print) }
}

test('module-resolution: our own modules are found where Node finds them', async () => {
  const { ours, nodes } = await resolved([
    '#kit/process/subprocess.ts',
    '#platform/model/ids.ts',
    '#tests/run.ts',
    './server/main.ts',
    'valibot',
    'node:fs',
  ])
  assert.deepEqual(ours, nodes)
  assert.match(ours[1] ?? '', /\/server\/platform\/model\/ids\.ts$/)
})

test('module-resolution: a module that is missing is still named in the error', async () => {
  const source =
    "(await import('./kit/process/module-resolution.ts')).resolveOwnModules(); await import('#kit/nowhere.ts')"
  const command = [process.execPath, '--input-type=module', '--eval', source] as const
  await assert.rejects(runOrThrow([...command], { cwd: root }), /kit\/nowhere\.ts/)
})
