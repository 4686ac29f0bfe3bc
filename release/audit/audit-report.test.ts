import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditExit, describeAudit, readAudit } from './audit-report.ts'

const shipped = new Set(['node_modules/a'])
const vulnerability = (name: string) => ({
  name,
  severity: 'high',
  range: '<2',
  nodes: [`node_modules/${name}`],
  via: [{ title: 'Reads too much' }, 'other'],
})
const reportOf = (...names: string[]) =>
  JSON.stringify({
    vulnerabilities: Object.fromEntries(names.map((name) => [name, vulnerability(name)])),
  })

test('audit: a vulnerable package of a release is a failure, one of development is only named', () => {
  const both = describeAudit(readAudit(reportOf('b', 'a'), shipped))
  assert.deepEqual(both, {
    lines: [
      '✖ a <2 (high): Reads too much; by other',
      '- b <2 (high, development only): Reads too much; by other',
      'Packages of a release with known vulnerabilities: 1.',
    ],
    exitCode: auditExit.vulnerable,
  })
  assert.equal(describeAudit(readAudit(reportOf('b'), shipped)).exitCode, auditExit.clean)
})

test('audit: a registry without advisories is said so, and is neither clean nor a failure', () => {
  const reports = [
    ['{"message":"405 Method Not Allowed","statusCode":405}', /advisories \(405 Method/],
    ['{"error":{"code":"ENOAUDIT","summary":""}}', /\(ENOAUDIT\)/],
    ['npm ERR!', /printed no report/],
    ['null', /printed no report/],
  ] as const
  for (const [output, says] of reports) {
    const { lines, exitCode } = describeAudit(readAudit(output, shipped))
    assert.match(lines[0] ?? '', says)
    assert.equal(exitCode, auditExit.unknown)
  }
})
