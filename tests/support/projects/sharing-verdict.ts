import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeRuntime } from '#runtimes/node/node-runtime.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'

export type Files = Record<string, string>

/** A hash in lock file format, different for each letter. */
export const sha512 = (mail = 'A') => `sha512-${mail.repeat(86)}==`

const runtime = createNodeRuntime(packagedCatalogue)

/** `shared`, or why the dependencies of an application with these files are not shared. */
export async function verdictOn(
  files: Files,
  environment: Record<string, string> = {},
): Promise<string> {
  const given = { NODE_ENV: 'production', ...environment }
  const { dependencies, notes } = await runtime.recipe(filesSource(files), given)
  if (dependencies?.sharedBy) return 'shared'
  const reason = / because (.*)\.$/.exec(notes.findLast((note) => / because /.test(note)) ?? '')
  return reason?.[1] ?? assert.fail(`nothing says why: ${notes.join('\n')}`)
}

/** What was changed, the changed files, and the resulting log line. */
export type Variant = [what: string, changes: Files, reason: RegExp]

/** Defines a test for each variant of an application whose dependencies are shared. */
export function testVariants(manager: string, base: Files, variants: Variant[]): void {
  test(`${manager}: fully pinned dependencies are shared`, async () => {
    assert.equal(await verdictOn(base), 'shared')
  })
  for (const [what, changes, reason] of variants) {
    test(`${manager}: not shared: ${what}`, async () => {
      const isChanged = Object.entries(changes).some(([path, text]) => base[path] !== text)
      assert.ok(isChanged, 'the variant changes nothing')
      assert.match(await verdictOn({ ...base, ...changes }), reason)
    })
  }
}

/** Formats a value as a JSON file. */
export const json = (value: unknown) => JSON.stringify(value, null, 2)
