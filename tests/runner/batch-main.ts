import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe } from 'node:test'
import { root } from '#tests/laws/source-tree.ts'

const require = createRequire(import.meta.url)

/**
 * Runs the files of the arguments in this process, each in a suite with its name, so that its hooks are for its own tests alone. They
 * are loaded with `require`, because what an import evaluates later belongs to no suite.
 */
for (const file of process.argv.slice(2)) {
  describe(file, () => {
    try {
      require(join(root, file))
    } catch (error) {
      // It awaits something while it is loaded, and runs alone.
      if (Reflect.get(Object(error), 'code') !== 'ERR_REQUIRE_ASYNC_MODULE') throw error
    }
  })
}
