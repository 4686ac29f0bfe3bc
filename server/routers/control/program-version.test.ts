import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { kitFiles } from '#routers/control/program-version.ts'
import { importsOf, resolveImport, root } from '#tests/laws/source-tree.ts'

/** Every file of `kit/` that a program imports, directly or indirectly. */
function kitFilesOf(main: string): string[] {
  const seen = new Set<string>()
  const waiting = [main]
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const text = readFileSync(join(root, path), 'utf8')
    for (const specifier of importsOf({ path, text })) {
      const target = resolveImport(path, specifier)
      if (target) waiting.push(target)
    }
  }
  return [...seen].filter((path) => path.startsWith('kit/')).map((path) => path.slice(4))
}

test('program version: covers every file of the kit that the router loads', () => {
  for (const member of ['node', 'haproxy']) {
    const loaded = kitFilesOf(`server/routers/${member}/main.ts`)
    assert.deepEqual(
      loaded.filter((path) => !kitFiles.includes(path)),
      [],
      member,
    )
  }
})
