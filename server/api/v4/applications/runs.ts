import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { countUpTo, readQuery } from '#api/http/query.ts'
import { check, pipe, string, transform } from '#kit/schema.ts'
import { keptRuns } from '#platform/hosting/runs/record-end.ts'
import { getRun, stopRun } from '#platform/hosting/runs/runs.ts'
import { listedRuns, oneRun, runBody, runRecord, runWithOutput, withOutput } from './run-record.ts'

const path = '/v4/berth/organisations/:ownerId/applications/:applicationId/runs'

const filters = { limit: countUpTo(keptRuns) }

const list = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary: 'Lists the one-off commands of an application, the newest first: at most `limit` (50)',
  query: filters,
  answer: listedRuns,
  async handle({ platform, application, query }) {
    const { limit = 50 } = readQuery(query, filters)
    return (await platform.store.runs.list(application.id, limit)).map(runRecord)
  },
})

const start = endpoint({
  method: 'POST',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'run.begin',
  summary:
    'Runs a one-off command in an instance of its own: `command` is one line for the shell, or a program with its arguments; `size` of the instance, `timeout` in seconds. One that is not `detached` waits a minute for its client',
  body: runBody,
  answer: oneRun,
  async handle({ platform, application, caller, body, from }) {
    const { command, size, timeout, detached = false } = body
    const run = await platform.runs.start(application, {
      caller,
      from,
      command,
      isDetached: detached,
      ...(size !== undefined && { flavor: size }),
      ...(timeout !== undefined && { timeout: timeout * 1000 }),
    })
    return runRecord(run)
  },
})

/** A number of characters that were read. */
const position = pipe(
  string,
  check((text) => /^\d{1,15}$/.test(text), 'must be a whole number'),
  transform(Number),
)
const outputFilters = { from: position }

const one = endpoint({
  method: 'GET',
  path: `${path}/:runId`,
  access: { on: 'application', may: 'see' },
  summary:
    'Returns a one-off command with the end of its output, if it is detached: what came after the first `from` characters (0)',
  query: outputFilters,
  answer: runWithOutput,
  async handle({ platform, application, params, query }) {
    const { from } = readQuery(query, outputFilters)
    return withOutput(await getRun(platform, application, params.runId), from)
  },
})

const stop = endpoint({
  method: 'DELETE',
  path: `${path}/:runId`,
  access: { on: 'application', may: 'operate' },
  action: 'run.stop',
  summary: 'Ends a one-off command: SIGTERM, then SIGKILL after the grace time of instances',
  answer: runWithOutput,
  async handle({ platform, application, params }) {
    return withOutput(await stopRun(platform, application, params.runId))
  },
})

/** One-off commands of an application. */
export const runEndpoints: readonly Endpoint[] = [list, start, one, stop]
