import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Line, LineOrigin } from '#platform/model/observability/line.ts'
import { headlineIn } from './read-headline.ts'

/** Lines as a deployment logs them: those of the platform begin with `#`, those of an instance with `>`. */
const logOf = (text: string): Line[] =>
  text.split('\n').map((message, at) => ({
    id: `line-${at}`,
    applicationId: 'app_1' as Line['applicationId'],
    deploymentId: 'deployment_1',
    instanceId: '',
    commit: 'c',
    date: at,
    origin: originOf(message),
    severity: 'info',
    message: message.replace(/^[#>] /, ''),
  }))

function originOf(message: string): LineOrigin {
  if (message.startsWith('# ')) return 'deployment'
  return message.startsWith('> ') ? 'instance' : 'build'
}

test('headline: the command that failed is the one begun last; those before it have succeeded', () => {
  const log = logOf(`# npm install
src/optional.ts(1,1): error TS1005: ';' expected.
# npm run build
main.ts(2,3): error TS2304: Cannot find name 'x'.
# npm run build exited with 2`)
  assert.deepEqual(headlineIn(log, 'build')?.lineId, 'line-3')
  const { advice, ...headline } = headlineIn(log, 'build') ?? { advice: [] }
  assert.ok(advice.length > 0)
  assert.deepEqual(headline, {
    lineId: 'line-3',
    date: 3,
    tool: 'TypeScript',
    sentence: "TS2304: Cannot find name 'x'.",
    file: 'main.ts',
    line: 2,
    column: 3,
  })
})

test('headline: if the last command says nothing, one before it is heard', () => {
  const log = logOf(`# npm install
main.ts(2,3): error TS2304: Cannot find name 'x'.
# post-build hook
done`)
  assert.equal(headlineIn(log, 'build')?.lineId, 'line-1')
})

test('headline: of a start, what instances wrote counts, and not what the build did', () => {
  const log = logOf(`main.ts(2,3): error TS2304: Cannot find name 'x'.
# Starting
> Traceback (most recent call last):
>   File "/app/a.py", line 4, in <module>
> ZeroDivisionError: division by zero`)
  const found = headlineIn(log, 'instance')
  assert.deepEqual([found?.lineId, found?.file, found?.line], ['line-4', 'a.py', 4])
  assert.equal(headlineIn(logOf('# nothing'), 'build'), undefined)
})
