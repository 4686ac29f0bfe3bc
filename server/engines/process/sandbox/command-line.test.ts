import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { filesPerProcess } from '#engines/process/limits/open-files.ts'
import {
  descriptorsBehind,
  standardDescriptors,
} from '#tests/support/engine/inherited-descriptor.ts'
import { commandLine, launcher } from './command-line.ts'
import { type Confinement, defaultDirs, sandboxPathsOf } from './confinement.ts'
import { mountTable } from './overlay.ts'
import { plainVariables, sandboxArguments, sandboxVariables } from './sandbox.ts'

const confinement: Confinement = {
  id: 'one',
  applicationId: 'app_one',
  user: 200_007,
  isSandboxed: true,
  folder: '/data/in stances/one',
  dirs: defaultDirs,
  tools: [{ name: 'node', folder: '/tools/node/22' }],
  tree: { folder: '/data/trees/key/1/node_modules', at: 'node_modules' },
  etc: '/data/etc',
  netns: 'berth-x-y',
  filter: '/proc/1/fd/20',
  groups: ['/sys/fs/cgroup/memory/one', '/sys/fs/cgroup/pids/one'],
  endsWithServer: false,
}
const { user: _, netns: __, ...withoutRoot } = confinement
const files = { mountTable: '/data/mounts', identity: '/data/identity', exit: '/data/exit' }
const system = [{ path: '/lib', linksTo: 'usr/lib' }, { path: '/lib64' }]
const command = ['npm', 'start', '--', '$(rm)']

/** Words between two words, both excluded. */
const between = (words: string[], from: string, to: string) =>
  words.slice(words.indexOf(from) + 1, words.indexOf(to, words.indexOf(from)))

test('command line: an instance goes through the launcher, the network namespace, the user and the sandbox', () => {
  const words = commandLine(confinement, files, system, command)
  const programs = words.filter((word) =>
    /^(unshare|perl|nsenter|setpriv|bwrap)$|launch\.sh$/.test(word),
  )
  assert.deepEqual(
    programs.map((word) => word.replace(/.*\//, '')),
    ['unshare', 'launch.sh', 'perl', 'nsenter', 'setpriv', 'bwrap'],
  )
  assert.ok(words.includes('--net=/run/netns/berth-x-y'))
  assert.deepEqual(between(words, '--reuid', '--regid'), ['200007'])
  assert.ok(words.includes('--no-new-privs') && words.includes('--clear-groups'))
  assert.deepEqual(words.slice(-command.length), command)
  assert.deepEqual(
    words.flatMap((word, place) => (word === '--join' ? [words[place + 1]] : [])),
    confinement.groups,
  )
})

test('command line: bubblewrap gets the seccomp filter where there is one', () => {
  const words = commandLine(confinement, files, system, command)
  assert.deepEqual(words.slice(words.indexOf('--seccomp')).slice(0, 2), ['--seccomp', '4'])
  const { filter: _, ...unfiltered } = confinement
  assert.ok(!commandLine(unfiltered, files, system, command).includes('--seccomp'))
})

test('command line: a build writes no exit code, and dies with the server even without a sandbox', () => {
  const table = { mountTable: '/data/mounts' }
  const sandboxed = commandLine({ ...confinement, endsWithServer: true }, table, system, command)
  assert.ok(!sandboxed.includes('--exit') && sandboxed.includes('--die-with-parent'))
  const plain = commandLine(
    { ...withoutRoot, isSandboxed: false, endsWithServer: true },
    table,
    system,
    command,
  )
  const signals = plain.flatMap((word, place) => (word === '--pdeathsig' ? [plain[place + 1]] : []))
  assert.deepEqual(signals, ['USR1', 'KILL'], 'one for the pump, which kills all, and the command')
  assert.deepEqual(between(plain, '--parent', '--'), [String(process.pid)])
})

test('command line: without root and sandbox the command is a plain process in its own folder', () => {
  const words = commandLine(
    { ...withoutRoot, isSandboxed: false, groups: [] },
    files,
    system,
    command,
  )
  assert.deepEqual(
    words.map((word) => word.replace(/.*\/(?=[\w-]+\.(sh|pl)$)/, '')),
    [
      '/bin/sh',
      'launch.sh',
      '--identity',
      '/data/identity',
      '--files',
      String(filesPerProcess),
      '--',
    ]
      .concat(['perl', 'output-pump.pl', '--exit', '/data/exit', '--'])
      .concat(['/bin/sh', 'plain.sh', '/data/in stances/one/app'])
      .concat(command),
  )
})

test('command line: sets the file size limit, with a minimum for the output', () => {
  const limitOf = (maxFileSize: number) => {
    const words = commandLine({ ...confinement, maxFileSize }, files, system, command)
    return words.includes('--file-size') ? words[words.indexOf('--file-size') + 1] : undefined
  }
  assert.equal(limitOf(4 * 1024 ** 3), String(8 * 1024 ** 2))
  assert.equal(limitOf(1), '8192')
  assert.equal(limitOf(Number.POSITIVE_INFINITY), undefined)
  const shell = ['-c', 'ulimit -f']
  const words = [launcher, '--files', '256', '--file-size', '8192', '--', '/bin/sh', ...shell]
  assert.equal(execFileSync('/bin/sh', words, { encoding: 'utf8' }).trim(), '8192')
})

test('command line: the launcher limits a process, and opens the seccomp filter as file descriptor 9', () => {
  const limits = ['--cpu-time', '90', '--address-space', '8000000', '--core-size', '0']
  const script = 'ulimit -S -t; ulimit -H -t; ulimit -v; ulimit -c; cat <&9'
  const filter = ['--filter', import.meta.filename]
  const words = [launcher, ...limits, ...filter, '--', '/bin/sh', '-c', script]
  const [soft, hard, memory, core, ...content] = execFileSync('/bin/sh', words, {
    encoding: 'utf8',
  }).split('\n')
  assert.deepEqual([soft, hard, memory, core], ['90', '90', '8000000', '0'])
  assert.equal(content.join('\n'), readFileSync(import.meta.filename, 'utf8'))
})

test('command line: the launcher does not run a command whose limit or filter it cannot set', () => {
  for (const options of [
    ['--cpu-time', 'x'],
    ['--address-space', ''],
    ['--core-size', '-'],
    ['--filter', `${import.meta.filename}/missing`],
    ['--unknown', '1'],
  ]) {
    const ran = spawnSync('/bin/sh', [launcher, ...options, '--', 'echo', 'ran'])
    assert.notEqual(ran.status, 0, options[0])
    assert.equal(String(ran.stdout), '', options[0])
  }
})

test('command line: a sandbox binds its own folders and nothing else of the platform', () => {
  const words = sandboxArguments(confinement, system)
  const pairs = (option: string) =>
    words.flatMap((word, place) => (word === option ? [words.slice(place + 1, place + 3)] : []))
  assert.deepEqual(pairs('--bind'), [
    ['/run/berth/own/tmp', '/tmp'],
    ['/run/berth/own/home', '/home/app'],
    ['/run/berth/own/app', '/home/app/app_one'],
  ])
  assert.deepEqual(pairs('--symlink'), [
    ['usr/lib', '/lib'],
    ['/tmp', '/var/tmp'],
  ])
  const readOnly = pairs('--ro-bind').map(([, target]) => target)
  assert.deepEqual(
    readOnly.filter((target) => !target?.startsWith('/etc/')),
    [
      '/usr',
      '/lib64',
      '/run/inside.sh',
      '/run/supervise.sh',
      '/opt/node',
      '/home/app/app_one/node_modules',
    ],
  )
  for (const name of ['user', 'pid', 'ipc', 'uts', 'cgroup']) {
    assert.ok(words.includes(`--unshare-${name}`))
  }
})

test('sandbox: a tool that is a Debian system takes the place of the system of the machine', () => {
  const python = {
    name: 'python',
    folder: '/tools/python/3.13',
    etc: ['mime.types', 'passwd', 'ssl'],
  }
  const words = sandboxArguments({ ...confinement, tools: [...confinement.tools, python] }, system)
  const lines = words.join(' ')
  assert.match(lines, /--ro-bind \/run\/berth\/tools\/python\/usr \/usr /)
  assert.match(lines, /--symlink usr\/lib64 \/lib64 /)
  assert.match(lines, /--ro-bind \/run\/berth\/tools\/python\/etc\/mime\.types \/etc\/mime\.types /)
  assert.match(lines, /--ro-bind \/run\/berth\/tools\/node \/opt\/node /)
  // Users, name servers and certificate authorities are those of every sandbox.
  assert.doesNotMatch(lines, /python\/etc\/(passwd|ssl) |\/opt\/python|--ro-bind \/usr /)
  assert.deepEqual(sandboxPathsOf({ ...confinement, tools: [python] }).programs, [])
})

test('mount table: a path with spaces is escaped, and shared folders are read-only', () => {
  const lines = mountTable(confinement).trimEnd().split('\n')
  assert.match(lines[1] ?? '', /^\/data\/in\\040stances\/one \/run\/berth\/own none bind,rw,/)
  const tree = lines.find((line) => line.startsWith('/data/trees/'))
  assert.match(tree ?? '', /^\/data\/trees\/key\/1 \/run\/berth\/tree none bind,ro,nosuid,nodev,/)
})

test('mount table: the artifact of an overlay is mounted read-only, and no option contains a path of the machine', () => {
  const overlay = {
    lowerdirs: ['/data/arti,facts/1/app', '/data/2'],
    upperdir: 'changes',
    workdir: 'work',
  }
  const lines = mountTable({ ...confinement, overlay })
    .trimEnd()
    .split('\n')
  assert.match(lines.at(-2) ?? '', /^\/data\/2 \/run\/berth\/lowerdirs\/1 none bind,ro,/)
  assert.match(
    lines.at(-3) ?? '',
    /^\/data\/arti,facts\/1\/app \/run\/berth\/lowerdirs\/0 none bind,ro,/,
  )
  const folders =
    'lowerdir=/run/berth/lowerdirs/0:/run/berth/lowerdirs/1,upperdir=/run/berth/own/changes,workdir=/run/berth/own/work,'
  assert.ok(lines.at(-1)?.startsWith(`overlay /run/berth/own/app overlay ${folders}`))
})

test('command line: an exec joins the mounts of its instance and makes none', () => {
  const words = commandLine({ ...confinement, mountedBy: 42 }, files, system, command)
  assert.deepEqual(words.slice(0, 3), ['nsenter', '--mount=/proc/42/ns/mnt', '--'])
  assert.ok(!words.includes('unshare') && !words.includes('--mount'))
})

test('command line: the paths that a command sees depend on the available isolation features', () => {
  assert.equal(sandboxPathsOf(confinement).app, '/home/app/app_one')
  assert.equal(sandboxPathsOf({ ...confinement, isSandboxed: false }).app, '/run/berth/own/app')
  const plain = sandboxPathsOf({ ...withoutRoot, isSandboxed: false })
  assert.equal(plain.app, '/data/in stances/one/app')
  assert.deepEqual(plain.programs, ['/tools/node/22/bin'])
})

test('command line: variables are passed so that no value can be taken for an option', () => {
  const variables = { ONE: '--bind', 'with.dot': 'x', LINES: 'a\n\nb' }
  assert.equal(
    sandboxVariables(variables),
    [
      '--clearenv',
      '--setenv',
      'ONE',
      '--bind',
      '--setenv',
      'with.dot',
      'x',
      '--setenv',
      'LINES',
      'a\n\nb',
      '',
    ].join('\0'),
  )
  assert.equal(plainVariables(variables), 'ONE\n0\n--bind\nLINES\n4\na\n\nb\n')
})

test('launcher: a descriptor that the server has inherited is closed', async () => {
  assert.deepEqual(await descriptorsBehind(['/bin/sh', launcher, '--']), standardDescriptors)
})
