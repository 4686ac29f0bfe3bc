import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createNodeRuntime } from '#runtimes/node/node-runtime.ts'
import { listExamples, portable } from '#tests/examples.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'

/** Updates the expected recipe of each example; review the diff before committing. */
const runtime = createNodeRuntime(packagedCatalogue)
for (const { folder, source, environment } of await listExamples()) {
  const recipe = portable(await runtime.recipe(source, environment))
  await writeFile(join(folder, 'expected-recipe.json'), `${JSON.stringify(recipe, null, 2)}\n`)
}
