import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { type InitReport, parseReport } from './init-report.ts'

const init = join(import.meta.dirname, 'init.pl')

/** `init.pl` finds the pump beside it, as in an image. */
function runInit(...words: string[]) {
  const folder = join(import.meta.dirname, '../../process/output')
  const script = `$0 = "${folder}/init.pl"; do "${init}" or die $@`
  const { stdout, stderr, status } = spawnSync('perl', ['-e', script, '--', ...words], {
    encoding: 'utf8',
    timeout: 300_000,
  })
  const reports = stderr.trimEnd().split('\n').map(parseReport)
  return {
    stdout,
    status,
    reports,
    kinds: reports.map((report) => report?.kind).filter((kind) => kind !== 'listen'),
  }
}

const sh = (script: string) => ['sh', '-c', script]

test('init: runs the steps with their variables, then the command, and exits like it', () => {
  const { stdout, status, reports, kinds } = runInit(
    ...['step', '3', ...sh('echo "$WORD"'), '1', 'WORD=first=1'],
    ...['--', ...sh('test -z "$WORD" && echo unset; exit 7')],
  )
  assert.equal(stdout, 'first=1\nunset\n')
  assert.equal(status, 7)
  assert.deepEqual(kinds, ['step', 'end', 'usage', 'run'])
  assert.deepEqual(reports[1], { kind: 'end', number: 0, code: 0 } satisfies InitReport)
})

test('init: a step that fails ends it before the command', () => {
  const { stdout, status, reports } = runInit(
    'step',
    '3',
    ...sh('exit 3'),
    '0',
    '--',
    'echo',
    'never',
  )
  assert.deepEqual([stdout, status], ['', 3])
  assert.deepEqual(reports.at(-1), { kind: 'end', number: 0, code: 3 })
})

test('init: tells how many lines the command has printed, not those of its steps', () => {
  const { stdout, reports } = runInit(
    ...['--rate', '100000', 'step', '3', ...sh('seq 2000'), '0'],
    ...['--', ...sh('seq 2500; sleep 1')],
  )
  assert.equal(stdout.trimEnd().split('\n').length, 4500)
  const last = reports.findLast((report) => report?.kind === 'lines') ?? assert.fail()
  assert.ok(last.count > 1000 && last.count <= 2500, `${last.count} lines`)
})

test('init report: a line that is no report is told apart', () => {
  for (const line of ['', 'run along', 'step one', 'usage 1 2', 'end 1', 'Perl says no']) {
    assert.equal(parseReport(line), undefined, line)
  }
  assert.deepEqual(parseReport('listen 0.0.0.0:8080 :::9000'), {
    kind: 'listen',
    sockets: [
      { host: '0.0.0.0', port: 8080 },
      { host: '::', port: 9000 },
    ],
  })
})
