import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Runtime } from '#platform/model/hosting/deployments/runtime.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { PlannedRuntime } from '#runtimes/pipeline/pipeline.ts'
import { pipelineVariables } from '#runtimes/pipeline/variables.ts'
import { filesSource } from '#tests/source-files.ts'

export interface RuntimeUnderTest {
  create: () => PlannedRuntime
  /** The smallest source that the runtime can build. */
  smallest: Record<string, string>
  /** Files that it reads and that a customer may fill with anything. */
  readFiles: string[]
}

/** Contract tests that every runtime passes. */
export function runtimeContract({ create, smallest, readFiles }: RuntimeUnderTest): void {
  const runtime = create()

  test(`${runtime.type}: the same source and environment result in the same recipe, as plain data`, async () => {
    const environment = Object.freeze({ A: '1' })
    const recipe = await runtime.recipe(readOnly(smallest), environment)
    assert.deepEqual(await create().recipe(readOnly(smallest), environment), recipe)
    assert.deepEqual(JSON.parse(JSON.stringify(recipe)), recipe)
    assertSound(recipe, runtime, smallest)
  })

  test(`${runtime.type}: values of non-platform variables are not in the recipe`, async () => {
    const recipe = await runtime.recipe(readOnly(smallest), { PASSWORD: 'hunter2hunter2' })
    assert.doesNotMatch(JSON.stringify(recipe), /hunter2/)
  })

  test(`${runtime.type}: credentials are neither in the recipe nor in messages about them`, async () => {
    for (const [name, value] of secrets) {
      for (const text of [value, `${value} "'$\n`]) {
        const result = await outcome(runtime, smallest, { [name]: text })
        if (result instanceof Error) assertSentence(result)
        const shown = result instanceof Error ? [result.message] : result
        assert.doesNotMatch(JSON.stringify(shown), /hunter2/, name)
      }
    }
  })

  test(`${runtime.type}: any value of a platform variable results in a valid recipe or a message`, async () => {
    for (const name of namesOf([...pipelineVariables, ...runtime.variables])) {
      for (const text of hostileValues) {
        const result = await outcome(runtime, smallest, { [name]: text })
        if (result instanceof Error) assertSentence(result)
        else assertSound(result, runtime, smallest)
      }
    }
  })

  test(`${runtime.type}: an empty source fails with a message`, async () => {
    assertSentence(await outcome(runtime, {}))
  })

  for (const file of readFiles) {
    test(`${runtime.type}: any content of ${file} results in a valid recipe or a message`, async () => {
      for (const text of hostileTexts) {
        const files = { ...smallest, [file]: text }
        const result = await outcome(runtime, files)
        if (result instanceof Error) assertSentence(result)
        else assertSound(result, runtime, files)
      }
    })
  }
}

const secrets: [name: string, value: string][] = [
  ['NPM_TOKEN', 'hunter2hunter2'],
  ['CC_NPM_BASIC_AUTH', 'hunter2:hunter2'],
  ['CC_SSH_PRIVATE_KEY', '-----BEGIN PRIVATE KEY-----\nhunter2'],
  ['CC_SSH_PRIVATE_KEY', 'hunter2'],
]

const namesOf = (variables: PlannedRuntime['variables']) =>
  variables.map(({ name }) => name.replace('<n>', '0'))

const hostileValues = [' ', '..', '/', '/etc/passwd', 'a/../../b', '-rf', ':', 'a:../b', '\u0000']
  .concat(['true', 'no', '-1', '1e9', '99999999', '{{NPM_TOKEN}}', 'a\nb', '\u2028'])
  .concat(['x'.repeat(100_000), 'a:'.repeat(10_000), '$(reboot)', '"\'`'])

const hostileTexts = [
  '',
  '\u0000',
  'null',
  '[]',
  '{}',
  '"text"',
  '{"',
  '\ufeff{}',
  '{"__proto__":{"scripts":{"start":"x"}}}',
  '['.repeat(200_000),
  'x'.repeat(3_000_000),
  ...['null', '5', 'true', '[]', '{}', '""', '"../../etc/passwd"', '"\\u0000\\n\\u2028"'].flatMap(
    (value) =>
      ['scripts', 'main', 'engines', 'dependencies', 'workspaces', 'packages', 'packageManager']
        .map((name) => `{"${name}":${value}}`)
        .concat(`{"scripts":{"start":${value}}}`, `{"engines":{"node":${value}},"main":"a"}`),
  ),
]

async function outcome(
  runtime: Runtime,
  files: Record<string, string>,
  environment: Record<string, string> = {},
): Promise<Recipe | Error> {
  return runtime.recipe(readOnly(files), environment).catch((error: Error) => error)
}

function readOnly(files: Record<string, string>): Source {
  return { ...filesSource(files), extract: () => assert.fail('a runtime writes nothing') }
}

function assertSentence(error: unknown): void {
  assert.ok(error instanceof Failure, String(error))
  assert.equal(error.step, 'recipe')
  for (const line of [error.message, ...error.advice]) assertLine(line)
}

function assertSound(recipe: Recipe, runtime: Runtime, files: Record<string, string>): void {
  assert.equal(recipe.runtime, runtime.type)
  for (const { name, version } of recipe.tools) {
    assert.match(name, /^[a-z][a-z0-9-]*$/)
    assert.match(version, /^\d+(\.\d+)*$/)
  }
  assert.ok(recipe.start[0])
  for (const path of recipe.dependencies?.sharedBy ?? []) assert.ok(path in files, path)
  for (const path of pathsOf(recipe)) assert.doesNotMatch(path, /^\/|(^|\/)\.\.(\/|$)|\0/)
  for (const { title } of stepsOf(recipe)) assertLine(title)
  for (const line of [...recipe.notes, ...recipe.warnings]) assertLine(line)
}

function pathsOf({ dependencies, home = [], copies = [], kept }: Recipe): string[] {
  const own = kept && ('only' in kept ? kept.only : kept.without)
  return [
    dependencies?.folder ?? '',
    ...home.map(({ path }) => path),
    ...copies.flatMap(({ path, copyOf }) => [path, copyOf]),
    ...(own ?? []),
  ]
}

const stepsOf = ({ prepare = [], dependencies, build, beforeStart = [] }: Recipe) => [
  ...[...prepare, ...build, ...beforeStart],
  ...(dependencies ? [dependencies.install] : []),
]

function assertLine(line: string): void {
  assert.ok(line.length > 0 && line.length < 400, line)
  assert.doesNotMatch(line, /[\x00-\x1f\x7f\u2028\u2029]/)
}
