import '#tests/support/home/own-home.ts'
import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { root } from '#tests/laws/source-tree.ts'

/** What the router and the trials of the machine would wait for, were it loaded before they are spawned. */
const rest = /^server\/(api|documents|outbound|runtimes|stores|compose\.ts|platform\/(?!model\/))/

test('launch: until the router is spawned, a start loads nothing of the API, the store or the wings of the platform', async () => {
  const loaded: string[] = []
  const hooks = registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) loaded.push(relative(root, fileURLToPath(url)))
      return next(url, context)
    },
  })
  await import('#server-main.ts')
  hooks.deregister()
  assert.ok(loaded.includes('server/wiring/launch.ts'))
  assert.deepEqual(
    loaded.filter((path) => rest.test(path)),
    [],
  )
})
