import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import type { SessionRequest } from '#platform/model/hosting/instances/instance-session.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { sampleBuild, sampleStart } from '#tests/support/applications/sample-application.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { answerOf } from '#tests/support/engine/recorded-instances.ts'

const timeout = 120_000

/**
 * Stops every process that appears, again and again, until the instance has a file `enough` or it can write into the memory of the process. Prints
 * which roots it could look into, and by how many filters such a process was bound.
 */
const watcher = `
my (%known, %found);
my $seen = sub { opendir my $all, '/proc'; grep { /^\\d+$/ && !$known{$_}++ } readdir $all };
$seen->();
print "ready\n";
until (-e '/tmp/enough') {
  for my $pid ($seen->()) {
    for (1 .. 20000) {
      kill 'STOP', $pid or last;
      if (opendir my $root, "/proc/$pid/root/") { $found{'root ' . join ',', sort readdir $root} = 1 }
      if (open my $memory, '+<', "/proc/$pid/mem") {
        open my $file, '<', "/proc/$pid/status" or last;
        my ($mode) = join('', <$file>) =~ /^Seccomp:\\s+(\\d)/m;
        $found{"memory with filter mode $mode"} = 1;
        last;
      }
      kill 'CONT', $pid;
    }
    kill 'CONT', $pid;
  }
}
print map { "$_\n" } sort keys %found;
`

describe('attacks from inside a shell', () => {
  let opened: OpenedEngine
  let instance: StartedInstance
  before(async () => {
    opened = await openTestEngine()
    const artifact = await opened.engine.build(sampleBuild())
    instance = await opened.engine.start(sampleStart(artifact, 'one'))
    await answerOf(instance.address)
  })
  after(() => opened[Symbol.asyncDispose]())

  const open = (command: SessionRequest['command'] & {}, signal = AbortSignal.timeout(timeout)) =>
    opened.engine.openSession(instance, { signal, command })

  async function outcome(command: SessionRequest['command'] & {}) {
    const session = await open(command)
    session.stdin.end()
    const [out, errors, code] = await Promise.all([
      text(session.stdout),
      text(session.stderr),
      session.ended,
    ])
    return { out, errors, code }
  }

  test('an instance that stops a program on its way into it finds no root but its own, and no memory without a filter', async () => {
    const spy = await open(['/usr/bin/perl', '-e', `$| = 1; ${watcher}`])
    const seen = text(spy.stdout)
    let left = 40
    // One that is stopped for too long is given up.
    const isTaken = () =>
      outcome(['/bin/true']).then(
        () => true,
        () => false,
      )
    while (left > 0 && (await isTaken())) left -= 1
    await outcome('touch /tmp/enough')
    const [ready, ...found] = (await seen).trim().split('\n')
    assert.equal(ready, 'ready')
    const list = "opendir D, '/'; print join ',', sort readdir D"
    const { out } = await outcome(['/usr/bin/perl', '-e', list])
    assert.deepEqual(found, ['memory with filter mode 2', `root ${out}`])
  })

  test('a shell finds no path of the platform in what the kernel says of it', async () => {
    const word = basename(opened.folder)
    const [first = '', ...rest] = word
    const pattern = `[${first}]${rest.join('')}`
    const { out } = await outcome(
      `grep -als '${pattern}' /proc/self/* /proc/1/* /proc/$PPID/* /etc/* /run/*; readlink /proc/*/fd/* /proc/*/cwd | grep '${pattern}'; echo over`,
    )
    assert.equal(out, 'over\n')
  })

  test('a shell that takes all memory is killed before its instance', async () => {
    const { code } = await outcome([
      '/usr/bin/perl',
      '-e',
      'my @all; push @all, "x" x 1048576 for 1 .. 4096',
    ])
    assert.equal(code, 137)
    await answerOf(instance.address)
  })

  test('a shell that takes all processes ends with all of them, and others are told meanwhile', async () => {
    const leaving = new AbortController()
    const bomb = await open(
      [
        '/usr/bin/perl',
        '-e',
        '$| = 1; while (defined(my $p = fork)) { if (!$p) { sleep 1000 } } print "full"; sleep 1000',
      ],
      leaving.signal,
    )
    await new Promise((resolve) => bomb.stdout.once('data', resolve))
    await assert.rejects(open('true'), (error) => {
      assert.ok(error instanceof Refusal, String(error))
      assert.match(error.message, /processes/)
      return true
    })
    await answerOf(instance.address)
    leaving.abort(new Error('enough'))
    await bomb.ended
    const isFree = () =>
      outcome('echo free').then(
        ({ out }) => out === 'free\n',
        () => false,
      )
    await until(isFree, { timeout, every: 200, what: 'a free place' })
  })
})
