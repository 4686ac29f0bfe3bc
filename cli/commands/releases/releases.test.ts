import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Release } from '#client/resources/applications/releases.ts'
import {
  application,
  applicationId,
  deployment,
  startFakePlatform,
  userId,
} from '#tests/support/fake-platform.ts'

const release = (number: number, fields: Partial<Release>): Release => ({
  number,
  image: null,
  deploymentId: `deployment_${number}`,
  date: 1_760_000_000_000 + number,
  commit: String(number).repeat(40),
  cause: 'Git',
  author: { id: userId, name: 'Dev' },
  commitSummary: null,
  state: 'KEPT',
  origin: null,
  changes: { commit: false, variables: { added: [], changed: [], removed: [] }, recipe: [] },
  ...fields,
})

const all = [
  release(4, { state: 'LIVE' }),
  release(3, {
    changes: {
      commit: true,
      variables: { added: ['NEW'], changed: ['B'], removed: ['OLD'] },
      recipe: ['start'],
    },
  }),
  release(2, { cause: 'Restart', origin: { applicationId: 'app_2', name: 'staging', number: 12 } }),
  release(1, { state: 'ARTIFACT_GONE', author: { id: '', name: '' } }),
]

async function withReleases() {
  const platform = await startFakePlatform()
  platform.applications.push(application(applicationId, 'web'))
  platform.deployments.push(deployment(5, 'OK'))
  const asked: (string | undefined)[] = []
  platform.api.answers.unshift(
    [/^GET \/v4\/berth\/.*\/releases$/, () => all],
    [
      /^POST \/v4\/berth\/.*\/rollback$/,
      ({ query }) => {
        asked.push(query.release)
        return { id: 0, message: 'done', type: 'success', deploymentId: 'deployment_5' }
      },
    ],
  )
  await platform.type('login --local')
  await platform.type('link web')
  return { platform, asked }
}

test('berth releases: lists them with what changed, oldest first, and as JSON', async () => {
  const { platform } = await withReleases()
  await using _ = platform
  const { code, out } = await platform.type('releases')
  assert.equal(code, 0)
  const lines = out.trim().split('\n')
  assert.match(lines[0] ?? '', /^1 .* artifact gone +11111111 +- +Git: nothing changed$/)
  assert.match(lines[1] ?? '', /Restart \(release 12 of staging\): nothing changed$/)
  assert.match(
    lines[2] ?? '',
    /^3 .* kept .* Dev +Git: commit; \+ NEW, ~ B, - OLD; recipe \(start\)$/,
  )
  assert.match(lines[3] ?? '', /^4 .* live /)
  const json = await platform.type('releases --format json')
  assert.deepEqual(JSON.parse(json.out), all.toReversed())
})

test('berth rollback: follows the deployment to its end, and refuses what is no number', async () => {
  const { platform, asked } = await withReleases()
  await using _ = platform
  const { code, err } = await platform.type('rollback --quiet')
  assert.equal(code, 0, err)
  assert.equal((await platform.type('rollback 3 --quiet')).code, 0)
  assert.deepEqual(asked, [undefined, '3'])
  const wrong = await platform.type('rollback last')
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /Invalid release 'last': use a number/)
  assert.equal(asked.length, 2)
})
