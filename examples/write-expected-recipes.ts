import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRuntimes } from '#runtimes/runtimes.ts'
import { listExamples, portable } from '#tests/examples.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'

/** Updates the expected recipe of each example; review the diff before committing. */
const runtimes = createRuntimes(packagedCatalogue)
for (const { name, type, folder, source, environment } of await listExamples()) {
  const runtime = runtimes.find((each) => each.type === type)
  if (!runtime) throw new Error(`examples/${name} is of type ${type}, which is no runtime`)
  const recipe = portable(await runtime.recipe(source, environment))
  await writeFile(join(folder, 'expected-recipe.json'), `${JSON.stringify(recipe, null, 2)}\n`)
}
