import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolVariables } from './tool-variables.ts'

test('tool variables: JAVA_HOME is the folder of the JDK as the command sees it', () => {
  const tools = [{ name: 'node' }, { name: 'java' }]
  const programs = ['/opt/node/bin', '/opt/java/bin']
  assert.deepEqual(toolVariables(tools, { programs }), { JAVA_HOME: '/opt/java' })
  assert.deepEqual(toolVariables(tools.slice(0, 1), { programs }), {})
})
