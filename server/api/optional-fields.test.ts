import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problems, Schema } from '#kit/schema.ts'
import { everyEndpoint } from '#tests/laws/matrix/entries.ts'

type Json = Readonly<Record<string, unknown>>

/** Names of the properties of a body that need not be there, because they take `null`. */
function optionalNames({ json }: Schema<unknown>): string[] {
  const objects = [json, ...((json.anyOf as Json[] | undefined) ?? [])]
  return objects.flatMap(({ properties }) =>
    Object.entries((properties ?? {}) as Record<string, Json>)
      .filter(([, { anyOf }]) => ((anyOf as Json[]) ?? []).some(({ type }) => type === 'null'))
      .map(([name]) => name),
  )
}

function read(schema: Schema<unknown>, body: Json, name: string) {
  const problems: Problems = {}
  const value = schema.read(body, '', problems) as Record<string, unknown> | undefined
  const own = Object.keys(problems).filter((path) => path === name || path.startsWith(`${name}.`))
  return { value: value?.[name], problems: own }
}

let count = 0
for (const { method, path, body } of everyEndpoint) {
  if (!body || body.form) continue
  for (const name of optionalNames(body)) {
    count += 1
    test(`${method} ${path}: ${name} may be absent, null or empty`, () => {
      const absent = { value: undefined, problems: [] }
      assert.deepEqual(read(body, {}, name), absent)
      assert.deepEqual(read(body, { [name]: null }, name), absent)
      const empty = read(body, { [name]: '' }, name)
      assert.deepEqual(empty.problems, [])
      assert.ok(empty.value === undefined || empty.value === '', 'only a text can be cleared')
    })
  }
}

test('there are optional fields to look at', () => assert.ok(count > 60, `${count}`))
