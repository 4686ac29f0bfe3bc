import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasOmittedOption, withMemoryOption, withoutOptions } from './program-options.ts'

const option = { variable: 'NODE_OPTIONS', option: '--max-old-space-size', share: 0.75 }
const optionsOf = (value?: string, megabytes = 1024) =>
  withMemoryOption(value === undefined ? {} : { NODE_OPTIONS: value }, option, megabytes)
    .NODE_OPTIONS

test("memory option: is a share of the memory, appended to the owner's options", () => {
  assert.equal(optionsOf(), '--max-old-space-size=768')
  assert.equal(optionsOf('', 255), '--max-old-space-size=191')
  assert.equal(optionsOf(' --inspect '), '--inspect --max-old-space-size=768')
  assert.equal(
    optionsOf('--max-old-space-sizes=1'),
    '--max-old-space-sizes=1 --max-old-space-size=768',
  )
})

test("memory option: an owner's own option takes precedence in any spelling", () => {
  for (const value of [
    '--max-old-space-size=100',
    '--inspect --max_old_space_size=100',
    '--max-old-space-size 100',
    '--max-old_space-size=100 --inspect',
    '"--max-old-space-size=100"',
    '--max-old-space-size-percentage=50',
  ]) {
    assert.equal(optionsOf(value), value)
  }
})

test('memory option: a recipe without one changes nothing', () => {
  const environment = { A: '1' }
  assert.equal(withMemoryOption(environment, undefined, 1024), environment)
})

test('memory option: a unit follows the number, and a synonym of the owner wins', () => {
  const wanted = {
    variable: 'JAVA_OPTS',
    option: '-XX:MaxHeapSize',
    unit: 'm',
    synonyms: ['-Xmx'],
    share: 0.75,
  }
  assert.deepEqual(withMemoryOption({}, wanted, 512), { JAVA_OPTS: '-XX:MaxHeapSize=384m' })
  const own = { JAVA_OPTS: '-ea -Xmx100m' }
  assert.deepEqual(withMemoryOption(own, wanted, 512), own)
})

const agents = { variables: ['JAVA_TOOL_OPTIONS'], prefixes: ['-javaagent:', '-agentlib:'] }
const withoutAgents = (value: string) =>
  withoutOptions({ JAVA_TOOL_OPTIONS: value }, agents).JAVA_TOOL_OPTIONS

test('omitted options: agents are removed and other options stay as they were written', () => {
  assert.equal(withoutAgents('-Da=b -javaagent:lib/a.jar=x,y -Dc="d e"'), '-Da=b -Dc="d e"')
  assert.equal(
    withoutAgents(`-Da='-javaagent: no'  "-javaagent:lib/my agent.jar"`),
    `-Da='-javaagent: no'`,
  )
  assert.equal(withoutAgents('-javaagent:"lib/my agent.jar" -Xint'), '-Xint')
  assert.equal(withoutAgents('-Dwhy=-agentlib:x'), '-Dwhy=-agentlib:x')
})

test('omitted options: a variable without any other option is removed', () => {
  assert.equal(withoutAgents(' -agentlib:jdwp=server=y\n-javaagent:a.jar '), undefined)
  assert.equal(withoutAgents(''), '')
})

test('omitted options: a recipe without them, and other variables, change nothing', () => {
  const environment = { JAVA_OPTS: '-javaagent:a.jar' }
  assert.equal(withoutOptions(environment, undefined), environment)
  assert.deepEqual(withoutOptions(environment, agents), environment)
  assert.equal(hasOmittedOption(environment, agents), false)
  assert.equal(hasOmittedOption({ JAVA_TOOL_OPTIONS: '-Xint -javaagent:a' }, agents), true)
})

test('omitted options: hostile values end', () => {
  for (const text of ['"', "'", '"\''.repeat(50_000), `${'"a'.repeat(50_000)} -javaagent:x`]) {
    assert.doesNotThrow(() => withoutAgents(text))
  }
})
