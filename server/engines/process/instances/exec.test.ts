import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import { sampleBuild, sampleStart } from '#tests/support/applications/sample-application.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { answerOf } from '#tests/support/engine/recorded-instances.ts'

const limited = () => AbortSignal.timeout(120_000)
const shell = (script: string): [string, ...string[]] => ['sh', '-c', script]

describe('exec: what a scheduled task needs', () => {
  let opened: OpenedEngine
  let instance: StartedInstance
  before(async () => {
    opened = await openTestEngine()
    const artifact = await opened.engine.build(sampleBuild())
    instance = await opened.engine.start(sampleStart(artifact, 'one', { WHO: 'me', NUMBER: '2' }))
    await answerOf(instance.address)
  })
  after(() => opened[Symbol.asyncDispose]())

  test('exec: its output is heard line by line and is in the log, with variables of its own', async () => {
    const lines: string[] = []
    const code = await opened.engine.run(
      instance,
      shell('echo $WHO $NUMBER; cat commit.txt; echo; echo bad >&2; exit 7'),
      limited(),
      { environment: { NUMBER: '0' }, onLine: (line) => lines.push(line) },
    )
    assert.equal(code, 7)
    assert.deepEqual(lines.toSorted(), ['1'.repeat(40), 'bad', 'me 0'].toSorted())
    await opened.seen.line('one', 'me 0')
  })

  test('exec: an abort is a SIGTERM first, and kills what ignores it after the grace', async () => {
    for (const [script, said] of [
      ['trap "echo told; exit 0" TERM; echo begun; while :; do sleep 0.1; done', ['begun', 'told']],
      ['trap "" TERM; echo begun; while :; do sleep 0.1; done', ['begun']],
    ] as const) {
      const ending = new AbortController()
      const lines: string[] = []
      const run = opened.engine.run(instance, shell(script), ending.signal, {
        grace: 2000,
        onLine(line) {
          lines.push(line)
          if (line === 'begun') ending.abort(new Error('enough'))
        },
      })
      await assert.rejects(run, /^Error: enough$/)
      assert.deepEqual(lines, said)
    }
    assert.equal((await answerOf(instance.address)).status, 200)
  })
})
