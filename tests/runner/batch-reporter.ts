import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** One line of a batch report: the result of a test, a diagnostic, or the end. */
export type BatchEvent =
  | {
      kind: 'test'
      file: string
      isSuite: boolean
      outcome: 'pass' | 'fail' | 'cancelled' | 'skipped' | 'todo'
      milliseconds: number
      /** CPU time since the previous test, for top-level tests. */
      cpu: number
      /** Title and error of a failed test. */
      output?: string
    }
  | { kind: 'remark'; file: string; text: string }
  | { kind: 'end' }

/** Writes a line of JSON per test, with its file. */
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let before = process.cpuUsage()
  for await (const event of source) {
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      const isAtTop = event.data.nesting === 0
      const { user, system } = process.cpuUsage(before)
      if (isAtTop) before = process.cpuUsage()
      yield line({ ...ended(event), cpu: isAtTop ? (user + system) / 1000 : 0 })
    } else if (event.type === 'test:diagnostic' && event.data.file) {
      yield line({ kind: 'remark', file: nameOf(event.data.file), text: event.data.message })
    } else if (event.type === 'test:summary') {
      yield line({ kind: 'end' })
    }
  }
}

type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>

function ended({ type, data }: Ended): Extract<BatchEvent, { kind: 'test' }> {
  const { name, file = '', nesting, details, skip, todo } = data
  const test = {
    kind: 'test' as const,
    file: nameOf(file),
    isSuite: details.type === 'suite',
    milliseconds: nesting === 0 ? details.duration_ms : 0,
    cpu: 0,
  }
  if (skip !== undefined && skip !== false) return { ...test, outcome: 'skipped' }
  if (todo !== undefined && todo !== false) return { ...test, outcome: 'todo' }
  if (type === 'test:pass') return { ...test, outcome: 'pass' }
  const { error } = data.details
  const isCancelled = /^(cancelledByParent|testAborted)$/.test(
    String(Reflect.get(error, 'failureType')),
  )
  const output = `✖ ${name}\n${inspect(error.cause ?? error)}`
  return { ...test, outcome: isCancelled ? 'cancelled' : 'fail', output }
}

const nameOf = (file: string) => relative(process.cwd(), file)

const line = (event: BatchEvent) => `${JSON.stringify(event)}\n`
