import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { environmentFile, unitsFor } from './units.ts'

const [server, applications] = unitsFor('/opt/my berth/50%', '/etc/berth/berth.env')

test('systemd units: stopping the server unit stops the server only, and an OOM kill stops one application', () => {
  const lines = server?.text.split('\n') ?? []
  for (const line of [
    'KillMode=process',
    'KillSignal=SIGTERM',
    'OOMPolicy=continue',
    'RestartPreventExitStatus=2',
    'StartLimitIntervalSec=0',
    'EnvironmentFile=/etc/berth/berth.env',
    'WantedBy=multi-user.target',
    'ExecStart="/opt/my berth/50%%/bin/berth-server"',
    'Requires=berth-applications.service',
  ])
    assert.ok(lines.includes(line), line)
})

test('systemd units: processes that outlive the server are stopped in order after it', () => {
  assert.equal(applications?.name, 'berth-applications.service')
  assert.match(applications?.text ?? '', /^Before=berth\.service$/m)
  assert.match(applications?.text ?? '', /^ExecStop="\/opt\/.*\/bin\/berth-server" --stop-all$/m)
})

test('systemd units: settings with quotes, dollars and backslashes are preserved', () => {
  const value = `smtp://a:p"w$x\\y\`z'@mail`
  const text = environmentFile({ BERTH_SMTP_URL: value })
  // In double quotes a shell undoes the same escapes as systemd.
  const read = execFileSync('/bin/sh', ['-c', `${text}\nprintf %s "$BERTH_SMTP_URL"`])
  assert.equal(read.toString(), value)
})
