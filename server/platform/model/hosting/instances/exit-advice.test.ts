import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviceOnBuild, adviceOnStart, type CommandEnd, missingCommand } from './exit-advice.ts'

const end = (code: number, more: Partial<CommandEnd> = {}): CommandEnd => ({
  code,
  lastLines: [],
  ...more,
})

test('exit advice: running in the foreground is suggested only after exit code 0', () => {
  assert.match(adviceOnStart(end(0)).join(), /keep it in the foreground/)
  for (const code of [1, 3, 126, 127, 130, 134, 137, 139, 143])
    assert.doesNotMatch(adviceOnStart(end(code)).join(), /foreground/, `${code}`)
})

for (const code of [134, 137]) {
  test(`exit advice: code ${code} suggests a lack of memory`, () => {
    assert.match(adviceOnStart(end(code)).join(), /memory.*larger flavor/)
    assert.match(adviceOnBuild(end(code)).join(), /memory.*buildFlavor/)
  })
}

test('exit advice: a kill with another known cause does not suggest a lack of memory', () => {
  const cause = 'it has taken more room on disk than it may'
  assert.deepEqual(adviceOnStart(end(137, { cause })), [])
  assert.match(adviceOnStart(end(1, { cause: 'out of memory' })).join(), /needs more memory/)
})

test('exit advice: none for any other code', () => {
  for (const code of [1, 2, 3, 139, 143]) assert.deepEqual(adviceOnStart(end(code)), [])
})

for (const [line, name] of [
  ['sh: 1: tsc: not found', 'tsc'],
  ['/bin/sh: 1: next: not found', 'next'],
  ['bash: line 1: tsc: command not found', 'tsc'],
  ['npm error sh: line 1: ts-node: command not found', 'ts-node'],
  ['command not found: vite', 'vite'],
  ['bun: command not found: tsc', 'tsc'],
  ['error: command not found: two words', undefined],
  ['The page was not found', undefined],
  ['GET /x: not found', undefined],
  ['/home/app/app_1/run.sh: 3: gulp: not found', 'gulp'],
  ['', undefined],
] as const) {
  test(`exit advice: missing command in "${line}" is ${name ?? 'none'}`, () =>
    assert.equal(missingCommand(line), name))
}

test('exit advice: a missing command suggests development dependencies in production mode only', () => {
  const missing = end(127, { lastLines: ['sh: 1: tsc: not found', 'npm error code 127'] })
  assert.match(adviceOnBuild(missing, {}).join(), /^The command tsc was not found: add the package/)
  for (const environment of [
    { NODE_ENV: 'production' },
    { CC_NODE_DEV_DEPENDENCIES: 'ignore' },
    { NODE_ENV: 'production', CC_NODE_DEV_DEPENDENCIES: 'ignore' },
  ] as Record<string, string>[])
    for (const advise of [adviceOnBuild, adviceOnStart])
      assert.match(advise(missing, environment).join(), /CC_NODE_DEV_DEPENDENCIES=install/)
  const both = { NODE_ENV: 'production', CC_NODE_DEV_DEPENDENCIES: 'install' }
  assert.doesNotMatch(adviceOnBuild(missing, both).join(), /CC_NODE_DEV/)
  assert.match(adviceOnBuild(end(127)).join(), /127 means that a command was not found/)
})

test('exit advice: what a program says when it may not have another process or thread', () => {
  const lines = [
    'sh: 1: Cannot fork',
    'bash: fork: retry: Resource temporarily unavailable',
    'Error: spawn sharp EAGAIN',
    'java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or process/resource limits reached',
    "RuntimeError: can't start new thread",
  ]
  for (const line of lines)
    for (const advise of [adviceOnBuild, adviceOnStart])
      assert.match(advise(end(1, { lastLines: [line] })).join(), /more processes and threads/, line)
  assert.match(adviceOnStart(end(255, { cause: 'out of processes' })).join(), /more processes/)
  for (const line of ['cat: -: Resource temporarily unavailable', 'spawn of salmon'])
    assert.deepEqual(adviceOnStart(end(1, { lastLines: [line] })), [], line)
})
