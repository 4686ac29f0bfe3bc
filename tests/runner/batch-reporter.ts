import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** One line of a batch report: the result of a test, a diagnostic, the end of a file, or the end of all. */
export type BatchEvent =
  | {
      kind: 'test'
      file: string
      isSuite: boolean
      outcome: 'pass' | 'fail' | 'cancelled' | 'skipped' | 'todo'
      /** Title and error of a failed test. */
      output?: string
    }
  | { kind: 'remark'; file: string; text: string }
  | {
      kind: 'file'
      file: string
      milliseconds: number
      /** CPU time since the previous file. */
      cpu: number
      /** Why its suite has failed. */
      output?: string
    }
  | { kind: 'end' }

type WithoutFile<Event> = Event extends { file: string } ? Omit<Event, 'file'> : never

/** Writes a line of JSON per test when the suite of its file has ended, whose name is that of the file. */
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let before = process.cpuUsage()
  let inFile: WithoutFile<BatchEvent>[] = []
  for await (const event of source) {
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      const { name: file, nesting, details } = event.data
      if (nesting > 0) {
        inFile.push(ended(event))
        continue
      }
      const { user, system } = process.cpuUsage(before)
      before = process.cpuUsage()
      inFile.push({
        kind: 'file',
        milliseconds: details.duration_ms,
        cpu: (user + system) / 1000,
        ...(hasFailedItself(event) && outputOf(event)),
      })
      for (const each of inFile) yield line({ ...each, file })
      inFile = []
    } else if (event.type === 'test:diagnostic' && event.data.file) {
      inFile.push({ kind: 'remark', text: event.data.message })
    } else if (event.type === 'test:summary') {
      yield line({ kind: 'end' })
    }
  }
}

type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>

function ended(event: Ended): WithoutFile<Extract<BatchEvent, { kind: 'test' }>> {
  const { details, skip, todo } = event.data
  const test = { kind: 'test' as const, isSuite: details.type === 'suite' }
  if (skip !== undefined && skip !== false) return { ...test, outcome: 'skipped' }
  if (todo !== undefined && todo !== false) return { ...test, outcome: 'todo' }
  if (event.type === 'test:pass') return { ...test, outcome: 'pass' }
  const isCancelled = /^(cancelledByParent|testAborted)$/.test(
    String(Reflect.get(event.data.details.error, 'failureType')),
  )
  return { ...test, outcome: isCancelled ? 'cancelled' : 'fail', ...outputOf(event) }
}

/** A suite that fails because of its tests says no more than they do. */
const hasFailedItself = ({ data }: Ended): boolean =>
  Reflect.get(Object(Reflect.get(data.details, 'error')), 'failureType') !== 'subtestsFailed'

function outputOf(event: Ended): { output?: string } {
  if (event.type === 'test:pass') return {}
  const { error } = event.data.details
  return { output: `✖ ${event.data.name}\n${inspect(error.cause ?? error)}` }
}

const line = (event: BatchEvent) => `${JSON.stringify(event)}\n`
