import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { createNodeRuntime } from '#runtimes/node/node-runtime.ts'
import { type Example, listExamples } from '#tests/examples.ts'
import { filesSource } from '#tests/source-files.ts'
import { sampleBuild, sampleStart } from '#tests/support/applications/sample-application.ts'
import { keepCompiled, lendCompiled } from '#tests/support/compiled-cache.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { artifactEntries } from '#tests/support/projects/artifact-entries.ts'
import { scatteredProjects } from '#tests/support/projects/scattered-projects.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { createToolchains } from '#toolchains/toolchains.ts'

/** Files that differ after each installation, and why. */
const volatile = new Map([
  [
    'node_modules/.modules.yaml',
    'pnpm notes when it last looked for unused packages, and its store',
  ],
  [
    'node_modules/.pnpm-workspace-state-v1.json',
    'pnpm notes when and in which folder it installed',
  ],
])

const runtime = createNodeRuntime(packagedCatalogue)
const registry = npmRegistry({ environment: process.env })
const limits = { memoryMegabytes: 2048, cpus: 2, processes: 500 }

let opened: OpenedEngine
before(async () => {
  opened = await openTestEngine({
    registry,
    toolchain: createToolchains({ folder: toolchainCache, registry }),
    buildTimeout: 180_000,
    hostEnvironment: { proxies: {}, extraCaCerts: process.env.NODE_EXTRA_CA_CERTS },
  })
  await lendCompiled(opened.folder)
})
after(async () => {
  await keepCompiled(opened.folder)
  await opened?.[Symbol.asyncDispose]()
})

let count = 0
const newApplication = () => {
  const number = ++count
  return { applicationId: `app_${number}` as const, applicationNumber: number }
}

/** Installs the dependencies; by default for an application without an earlier build. */
async function install(
  recipe: Recipe,
  source: Source,
  { who = newApplication(), environment = {} } = {},
) {
  const deploymentId = `deployment_${++count}` as const
  const words: string[] = []
  const note = (line: string) => void words.push(line)
  const { engine, folder } = opened
  const artifact = await engine
    .build(
      sampleBuild({
        ...who,
        deploymentId,
        recipe,
        source,
        environment,
        limits,
        say: note,
        onLine: note,
      }),
    )
    .catch((error: unknown) => assert.fail(`${error}\n${words.join('\n')}`))
  const entries = await artifactEntries(folder, artifact.id)
  for (const path of volatile.keys()) entries.delete(path)
  const isReused = words.some((line) => /: not needed,|: reused\.$/.test(line))
  return { who, artifact, entries, isReused }
}

/** Asserts that an application with a shared installation has the same files as one with its own. */
async function sharedAsAlone(recipe: Recipe, source: Source) {
  const { sharedBy: _, ...alone } = recipe.dependencies ?? assert.fail('nothing is installed')
  const first = await install(recipe, source)
  const shared = first.isReused ? first : await install(recipe, source)
  const own = await install({ ...recipe, dependencies: alone }, source)
  assert.ok(shared.isReused)
  assert.deepEqual(shared.entries, own.entries)
  return shared
}

/** Asserts that an application that reuses its own installation has the same files as after a new installation. */
async function reusedAsAnew(recipe: Recipe, source: Source, environment: Record<string, string>) {
  const { who } = await install(recipe, source, { environment })
  const reused = await install(recipe, source, { who, environment: { ...environment, NEWS: '1' } })
  const anew = await install(recipe, source, { environment })
  assert.deepEqual(reused.entries, anew.entries)
  return reused
}

/** Without the variable one example of each kind is enough, because all of them take minutes. */
const isAll = process.env.TEST_EXAMPLES === 'all'

const nodeExamples = async () => (await listExamples()).filter(({ type }) => type === 'node')

/** Every example that installs something, except those that need a registry with credentials. */
async function allInstallations(): Promise<{ example: Example; recipe: Recipe }[]> {
  const all = await Promise.all(
    (await nodeExamples()).map(async (example) => ({
      example,
      recipe: await runtime.recipe(example.source, example.environment),
    })),
  )
  return all.filter(({ recipe }) => recipe.dependencies && !recipe.dependencies.isPrivate)
}

/** Of the examples that differ in their packages only, the one with the fewest. */
async function kindsOfInstallation(): Promise<Map<string, { example: Example; recipe: Recipe }>> {
  const kinds = new Map<string, { example: Example; recipe: Recipe; size: number }>()
  for (const example of await nodeExamples()) {
    const recipe = await runtime.recipe(example.source, example.environment)
    const { sharedBy, isPrivate, install } = recipe.dependencies ?? {}
    if (!sharedBy || isPrivate) continue
    const files = await Promise.all(sharedBy.map((path) => example.source.read(path)))
    const size = files.join('').length
    const kind = JSON.stringify([recipe.tools, install?.command])
    if (size < (kinds.get(kind)?.size ?? Number.POSITIVE_INFINITY)) {
      kinds.set(kind, { example, recipe, size })
    }
  }
  return kinds
}

describe('shared installation: has the same files as one that is not shared', {
  concurrency: 2,
}, async () => {
  const examples = isAll ? await allInstallations() : (await kindsOfInstallation()).values()
  for (const { example, recipe } of examples) {
    test(`examples/${example.name}`, async (context) => {
      const { source, environment } = example
      const unbuilt = { ...recipe, build: [] }
      const isShared = recipe.dependencies?.sharedBy !== undefined
      const compared = isShared
        ? await sharedAsAlone(unbuilt, source)
        : await reusedAsAnew(unbuilt, source, environment)
      const how = isShared ? 'shared' : compared.isReused ? 'its own, reused' : 'installed again'
      context.diagnostic(`${example.name}: ${how}, ${compared.entries.size} entries compared`)
    })
  }
})

describe('dependencies outside node_modules: are found when the application starts', {
  concurrency: 2,
}, async () => {
  for (const [name, { files, isShared }] of Object.entries(scatteredProjects)) {
    test(name, async () => {
      const source = filesSource(files)
      const recipe = await runtime.recipe(source, {})
      assert.equal(recipe.dependencies?.sharedBy !== undefined, isShared)
      const installed = isShared
        ? await sharedAsAlone(recipe, source)
        : await install(recipe, source)
      const { artifact, who } = installed
      const instanceId = `instance_${who.applicationId}`
      await opened.engine.start(sampleStart(artifact, instanceId, {}, { ...who, recipe, limits }))
      await opened.seen.line(instanceId, 'answer true')
    })
  }
})
