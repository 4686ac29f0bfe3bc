import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { folderSource } from '#tests/support/source-folder.ts'
import { fillPage } from './fill-page.ts'
import { readOwnPages } from './own-pages.ts'

async function readFrom(files: Record<string, string>, environment = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-pages-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    return await readOwnPages(folderSource(folder), environment)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test("own pages: come from the folder for the platform, the application's own first", async () => {
  assert.equal(await readFrom({ 'errors/502.html': 'not there' }), undefined)
  const files = {
    'berth/errors/502.html': 'main 502',
    'berth/errors/418.html': 'no page of the router',
    'berth/maintenance.html': 'main maintenance',
    'apps/web/clevercloud/errors/502.html': 'own 502',
  }
  const main = { maintenance: 'main maintenance', 502: 'main 502' }
  assert.deepEqual(await readFrom(files), main)
  const below = await readFrom(files, { APP_FOLDER: '/apps/web/' })
  assert.deepEqual(below, { ...main, 502: 'own 502' })
})

test('own pages: one that is too large fails the deployment, with its path', async () => {
  const isTooLarge = (error: unknown) =>
    error instanceof Failure && /berth\/errors\/504\.html has 33 KB/.test(error.message)
  await assert.rejects(readFrom({ 'berth/errors/504.html': 'x'.repeat(33 * 1024) }), isTooLarge)
  const page = 'x'.repeat(30 * 1024)
  const all = { 'berth/errors/502.html': page, 'berth/errors/503.html': page }
  await assert.rejects(readFrom({ ...all, 'berth/errors/504.html': page }), /larger than 64 KB/)
})

test('own pages: the message of a maintenance is text in the page, and appears once', () => {
  const until = Date.UTC(2026, 10, 19, 22, 30)
  const page = '<p>{{message}}{{message}}</p><i>{{until}}</i>'
  assert.equal(
    fillPage(page, { message: '<b>$& {{until}}', until }),
    '<p>&lt;b&gt;$&amp; 2026-11-19 22:30 UTC{{message}}</p><i>{{until}}</i>',
  )
  assert.equal(fillPage('{{until}}.', { message: '', until: null }), '.')
})
