import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { listExamples } from '#tests/examples.ts'
import { expectedAnswer } from '#tests/support/expected-answer.ts'
import { root } from './source-tree.ts'

/**
 * Why an example is not deployed by any scenario, or nothing. A scenario deploys the examples that name it, or one that
 * it names itself.
 */
async function neglect(name: string, scenario: string | undefined): Promise<string[]> {
  if (!scenario) return [`examples/${name} has no expected-answer.json that names its scenario`]
  const file = `tests/scenarios/${scenario}{,.full}.test.ts`
  const found = globSync(file, { cwd: root })
  const texts = await Promise.all(found.map((path) => readFile(join(root, path), 'utf8')))
  const text = texts.join('\n')
  const isDeployed = text.includes(`deployExamples('${scenario}')`) || text.includes(`'${name}'`)
  return isDeployed ? [] : [`${file} does not deploy examples/${name}`]
}

test('examples: each is deployed by the scenario that it names', async () => {
  const neglected = (await listExamples()).map(async (example) =>
    neglect(example.name, (await expectedAnswer(example))?.scenario),
  )
  assert.deepEqual((await Promise.all(neglected)).flat(), [])
})

test('examples law: detects an example without a scenario', async () => {
  assert.equal((await neglect('hello', undefined)).length, 1)
  assert.equal((await neglect('hello', 'no-such-scenario')).length, 1)
  assert.equal((await neglect('no-such-example', 'graceful-shutdown')).length, 1)
  assert.deepEqual(await neglect('graceful-shutdown', 'graceful-shutdown'), [])
})
