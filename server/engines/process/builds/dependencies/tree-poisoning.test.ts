import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { DeploymentId } from '#platform/model/ids.ts'
import { filesSource } from '#tests/source-files.ts'
import { sampleBuild, sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'

const files = {
  'plant.mjs': `import fs from 'node:fs'
fs.mkdirSync(process.env.npm_config_cache, { recursive: true })
fs.writeFileSync(process.env.npm_config_cache + '/prebuilt', 'planted')
fs.mkdirSync('node_modules')
`,
  // Install scripts of many packages take a previously downloaded program from the cache without verifying it.
  'install.mjs': `import fs from 'node:fs'
const kept = process.env.npm_config_cache + '/prebuilt'
fs.mkdirSync('node_modules/one', { recursive: true })
fs.writeFileSync('node_modules/one/program', fs.existsSync(kept) ? fs.readFileSync(kept) : 'honest')
`,
}
const recipe: Recipe = { ...sampleRecipe, build: [], start: ['node', 'x.cjs'] }
const planting: Recipe = {
  ...recipe,
  dependencies: {
    folder: 'node_modules',
    install: { title: 'plant', command: ['node', 'plant.mjs'] },
  },
}
const sharing: Recipe = {
  ...recipe,
  dependencies: {
    folder: 'node_modules',
    install: { title: 'install', command: ['node', 'install.mjs'] },
    sharedBy: ['install.mjs'],
  },
}

test('shared trees: files that an application leaves in its cache do not reach other applications', async () => {
  await using opened = await openTestEngine()
  const { engine, folder } = opened
  const order = (deploymentId: DeploymentId, more: Partial<BuildOrder>): BuildOrder =>
    sampleBuild({ deploymentId, source: filesSource(files), environment: {}, ...more })
  const attacker = { applicationId: 'app_attacker' as const, applicationNumber: 1 }
  const victim = { applicationId: 'app_victim' as const, applicationNumber: 2 }
  await engine.build(order('deployment_1', { ...attacker, recipe: planting }))
  await engine.build(order('deployment_2', { ...attacker, recipe: sharing }))
  const { id } = await engine.build(order('deployment_3', { ...victim, recipe: sharing }))

  const { tree } = JSON.parse(readFileSync(join(folder, 'artifacts', id, 'artifact.json'), 'utf8'))
  const root = join(folder, 'trees', tree.name)
  assert.deepEqual(readdirSync(join(root, 'node_modules')), ['one'])
  assert.equal(readFileSync(join(root, 'node_modules/one/program'), 'utf8'), 'honest')
})
