import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { joinCommand } from '#kit/control-groups/join-command.ts'
import {
  descriptorsBehind,
  standardDescriptors,
} from '#tests/support/engine/inherited-descriptor.ts'

const here = import.meta.dirname
const closer = ['perl', join(here, 'close-descriptors.pl'), '3']
const own = (name: string) => JSON.stringify(join(here, name))
const spawnSync = `
  const { spawnSync } = await import('node:child_process')
  const [program, ...words] = process.argv.slice(1)
  spawnSync(program, words, { stdio: 'inherit' })`
const close = `
  const { closeInherited } = await import(${own('close-inherited.ts')})
  closeInherited()`
const runSmall = `
  const { runSmall } = await import(${own('coprocess/fork-server.ts')})
  console.log((await runSmall(process.argv.slice(1), { timeout: 300_000 })).stdout)`
const node = (script: string) => [...[process.execPath, '--input-type=module', '-e', script, '--']]

test('inherited descriptor: Node passes it on to its children, unless it closes what it has inherited', async () => {
  assert.ok((await descriptorsBehind(node(spawnSync))).includes('78'))
  assert.deepEqual(await descriptorsBehind(node(close + spawnSync)), standardDescriptors)
})

for (const [program, command] of [
  ['close-descriptors.pl', closer],
  ['the fork server', node(runSmall)],
  ['join.sh', joinCommand({ groups: [], oomScore: 0 }, ['env'])],
] as const) {
  test(`inherited descriptor: behind ${program} it is closed`, async () => {
    assert.deepEqual(await descriptorsBehind(command), standardDescriptors)
  })
}
