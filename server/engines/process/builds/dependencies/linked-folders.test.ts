import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesSource } from '#tests/source-files.ts'
import { sampleBuild, sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'
import { linkedFolders } from './linked-folders.ts'

/** Like Bun and pnpm; `ln` fails in places where they would copy. */
const install = `set -e
mkdir node_modules
for folder in "$BUN_INSTALL_CACHE_DIR" "$npm_config_store_dir"; do
  mkdir -p "$folder"
  echo unpacked > "$folder/file"
  ln "$folder/file" "node_modules/$(basename "$folder")"
done`

test('linked folders: unpacked files can be hard-linked into a shared tree, and are not kept', async () => {
  await using opened = await openTestEngine()
  const { engine, folder } = opened
  const tools = ['node', 'bun', 'pnpm'].map((name) => ({ name, version: '10.0.0' }))
  const recipe = {
    ...sampleRecipe,
    tools,
    build: [],
    dependencies: {
      folder: 'node_modules',
      install: { title: 'install', command: ['sh', 'install.sh'] as [string, ...string[]] },
      sharedBy: ['install.sh'],
    },
  }
  await engine.build(sampleBuild({ recipe, source: filesSource({ 'install.sh': install }) }))
  const [key = ''] = readdirSync(join(folder, 'trees'))
  const [name = ''] = readdirSync(join(folder, 'trees', key))
  const tree = join(folder, 'trees', key, name, 'node_modules')
  assert.deepEqual(readdirSync(tree).sort(), ['bun', 'pnpm'])
  assert.equal(existsSync(join(folder, 'downloads/app_one/bun')), false)
})

test('linked folders: pnpm 11 and later gets a variable of its own name', () => {
  const told = linkedFolders('/app', [{ name: 'pnpm', version: '11.1.0' }])
  assert.deepEqual(told, { pnpm_config_store_dir: '/app/.fetched/pnpm' })
})
