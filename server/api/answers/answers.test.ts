import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bridgeEndpoints, endpoints } from '#api/endpoints.ts'

/** What is not JSON: streams, files and texts of browsers. */
const withoutAnswer = [
  '/avatars/:avatarId',
  '/v2/backups/:ownerId/:addonId/:backupId',
  '/v4/logs/organisations/:ownerId/applications/:applicationId/logs',
  '/v4/logs/organisations/:ownerId/resources/:addonId/logs',
]

test('answers: every GET declares the JSON that it answers with, unless it is a page, a file or a stream', () => {
  const silent = [...endpoints, ...bridgeEndpoints]
    .filter(
      ({ method, answer, isPage, isStatic }) => method === 'GET' && !answer && !isPage && !isStatic,
    )
    .map(({ path }) => path)
  assert.deepEqual([...new Set(silent)].toSorted(), withoutAnswer)
})
