import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditRecord } from '#client/resources/accounts/audit.ts'
import { acme, startFakePlatform, userId } from '#tests/support/fake-platform.ts'

const record = (id: string, more: Partial<AuditRecord> = {}): AuditRecord => ({
  id,
  date: '2026-01-31T12:00:00.000Z',
  action: 'application.create',
  target: 'app_1',
  user: { id: userId, email: 'ann@example.test', name: 'Ann' },
  outcome: 'done',
  credential: 'access token',
  credentialId: 'abcdefgh…',
  from: '192.0.2.1',
  consumer: { key: 'k', name: 'Command-line tools' },
  ...more,
})

test('berth audit: prints actor, action, target, address and credential, oldest first', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  const gone = { id: 'user_gone', email: '', name: '' }
  const push = record('audit_2', {
    action: 'application.push',
    target: 'app_1 \u001b]0;x\u0007cafe',
    outcome: 'refused',
    user: gone,
    credential: 'ssh key',
    credentialId: 'SHA256:x',
    consumer: null,
  })
  platform.api.answers.unshift([/^GET .*\/audit$/, () => [push, record('audit_1')]])
  const { out, code } = await platform.type('audit')
  assert.equal(code, 0)
  assert.deepEqual(
    out
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
    [
      [
        ...['2026-01-31T12:00:00.000Z', 'ann@example.test', 'application.create', 'app_1'],
        ...['192.0.2.1', 'access token abcdefgh… through Command-line tools'],
      ],
      [
        ...['2026-01-31T12:00:00.000Z', 'user_gone', 'application.push (refused)', 'app_1 cafe'],
        ...['192.0.2.1', 'ssh key SHA256:x'],
      ],
    ],
  )
})

test('berth audit: options become query parameters', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  platform.api.answers.unshift([/^GET .*\/audit$/, () => []])
  const typed = await platform.type(
    'audit --org acme --limit 7 --action application.push --user ann@example.test',
  )
  assert.equal(typed.out, 'No entries.\n')
  const { path, query } = platform.api.heard.at(-1) ?? assert.fail()
  assert.equal(path, `/v2/organisations/${acme}/audit`)
  assert.deepEqual(query, { limit: '7', action: 'application.push', email: 'ann@example.test' })
  assert.equal((await platform.type('audit --format json')).out, '[]\n')
  assert.match((await platform.type('audit --limit lots')).err, /Invalid --limit 'lots'/)
})
