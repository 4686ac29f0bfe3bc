import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesSource } from '#tests/source-files.ts'
import { noPackageJson } from './no-package-json.ts'

async function said(paths: string[]): Promise<string> {
  const source = filesSource(Object.fromEntries(paths.map((path) => [path, ''])))
  return (await noPackageJson(source, await source.list(''))).message
}
const begin = 'There is no package.json in the main folder'

test('missing package.json: the message names the folder of the only application, also a nested one', async () => {
  assert.equal(
    await said(['web/package.json', 'web/packages/a/package.json', 'README']),
    `${begin}, but there is one in "web": set APP_FOLDER to "web".`,
  )
  assert.equal(
    await said(['apps/web/package.json', 'docs/x.md', '.github/x/package.json']),
    `${begin}, but there is one in "apps/web": set APP_FOLDER to "apps/web".`,
  )
})

test('missing package.json: the message names several folders, up to a limit', async () => {
  assert.equal(
    await said(['apps/web/package.json', 'apps/api/package.json']),
    `${begin}, but there are some in "apps/api" and "apps/web": set APP_FOLDER to the one to deploy.`,
  )
  const many = Array.from({ length: 200 }, (_, number) => `a${number}/package.json`)
  assert.ok((await said(many)).length < 200)
})

test('missing package.json: the message names no folder when there is none', async () => {
  for (const paths of [[], ['index.html'], ['node_modules/a/package.json'], ['a/b/c/package.json']])
    assert.equal(await said(paths), `${begin}.`)
})
