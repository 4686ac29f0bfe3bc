import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasOmittedOption, withoutOptions } from './omitted-options.ts'

const agents = { variables: ['JAVA_TOOL_OPTIONS'], prefixes: ['-javaagent:', '-agentlib:'] }
const optionsOf = (value: string) =>
  withoutOptions({ JAVA_TOOL_OPTIONS: value }, agents).JAVA_TOOL_OPTIONS

test('omitted options: agents are removed and other options stay as they were written', () => {
  assert.equal(optionsOf('-Da=b -javaagent:lib/a.jar=x,y -Dc="d e"'), '-Da=b -Dc="d e"')
  assert.equal(
    optionsOf(`-Da='-javaagent: no'  "-javaagent:lib/my agent.jar"`),
    `-Da='-javaagent: no'`,
  )
  assert.equal(optionsOf('-javaagent:"lib/my agent.jar" -Xint'), '-Xint')
  assert.equal(optionsOf('-Dwhy=-agentlib:x'), '-Dwhy=-agentlib:x')
})

test('omitted options: a variable without any other option is removed', () => {
  assert.equal(optionsOf(' -agentlib:jdwp=server=y\n-javaagent:a.jar '), undefined)
  assert.equal(optionsOf(''), '')
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
    assert.doesNotThrow(() => optionsOf(text))
  }
})
