import { outcome } from '#api/answers/outcome.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { countUpTo, readQuery } from '#api/http/query.ts'
import { done } from '#api/http/response.ts'
import { string } from '#kit/schema.ts'
import {
  addCron,
  changeCron,
  enableCron,
  getCron,
  getCronRun,
  listCrons,
  removeCron,
  stopCronRun,
} from '#platform/hosting/crons/crons.ts'
import { keptRuns } from '#platform/hosting/crons/record-end.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { CronId } from '#platform/model/hosting/crons/cron.ts'
import type { Platform } from '#platform/platform.ts'
import {
  cronBody,
  cronEnabled,
  cronRecord,
  cronRuns,
  cronRunWithOutput,
  inputOf,
  listedCron,
  listedCrons,
  runRecord,
  runWithOutput,
} from './cron-record.ts'

const path = '/v4/berth/organisations/:ownerId/applications/:applicationId/crons'
const runsPath = '/v4/berth/organisations/:ownerId/applications/:applicationId/cron-runs'

const list = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary:
    'Lists the scheduled tasks of an application, of `cron.json` and its own, with the next time and the last run; times are in UTC',
  answer: listedCrons,
  async handle({ platform, application }) {
    const crons = await listCrons(platform, application)
    return crons.map((cron) => cronRecord(cron, cron))
  },
})

const add = endpoint({
  method: 'POST',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'cron.add',
  summary:
    'Adds a scheduled task: `schedule` as in a crontab, in UTC, `command` for the shell, `where` it runs, `timeout` in seconds',
  body: cronBody,
  answer: listedCron,
  async handle({ platform, application, caller, body }) {
    const { id } = await addCron(platform, application, inputOf(body), caller.userId)
    return shown(platform, application, id)
  },
})

const change = endpoint({
  method: 'PUT',
  path: `${path}/:cronId`,
  access: { on: 'application', may: 'operate' },
  action: 'cron.change',
  summary: 'Changes a scheduled task that is not of `cron.json`; a run that is under way goes on',
  body: cronBody,
  answer: listedCron,
  async handle({ platform, application, params, body }) {
    await changeCron(platform, application, params.cronId, inputOf(body))
    return shown(platform, application, params.cronId)
  },
})

const remove = endpoint({
  method: 'DELETE',
  path: `${path}/:cronId`,
  access: { on: 'application', may: 'operate' },
  action: 'cron.remove',
  summary: 'Removes a scheduled task that is not of `cron.json`, with its history; ends its run',
  answer: outcome,
  async handle({ platform, application, params }) {
    const { name } = await removeCron(platform, application, params.cronId)
    return done(`The scheduled task ${name} was removed.`)
  },
})

const enable = endpoint({
  method: 'PUT',
  path: `${path}/:cronId/enabled`,
  access: { on: 'application', may: 'operate' },
  action: 'cron.enable',
  summary: 'Switches a scheduled task on or off, also one of `cron.json`',
  body: cronEnabled,
  answer: outcome,
  async handle({ platform, application, params, body }) {
    const { name } = await enableCron(platform, application, params.cronId, body.enabled)
    return done(`The scheduled task ${name} is ${body.enabled ? 'on' : 'off'}.`)
  },
})

const run = endpoint({
  method: 'POST',
  path: `${path}/:cronId/runs`,
  access: { on: 'application', may: 'operate' },
  action: 'cron.run',
  summary: 'Runs a scheduled task now and returns its runs: one, or one for each instance',
  answer: cronRuns,
  async handle({ platform, application, params, caller }) {
    const cron = await getCron(platform, application, params.cronId)
    const runs = await platform.cronWorker.run(application, cron, caller.userId)
    return runs.map(({ output: _output, isCut: _isCut, ...each }) => runRecord(each))
  },
})

const filters = { cronId: string, limit: countUpTo(500) }

const runs = endpoint({
  method: 'GET',
  path: runsPath,
  access: { on: 'application', may: 'see' },
  summary:
    'Lists runs of scheduled tasks, the newest first: of one task with `cronId`, at most `limit` (50)',
  query: filters,
  answer: cronRuns,
  async handle({ platform, application, query }) {
    const { cronId, limit = keptRuns } = readQuery(query, filters)
    const found = await platform.store.cronRuns.list(application.id, {
      ...(cronId !== undefined && { cronId: cronId as CronId }),
      limit,
    })
    return found.map(runRecord)
  },
})

const oneRun = endpoint({
  method: 'GET',
  path: `${runsPath}/:runId`,
  access: { on: 'application', may: 'see' },
  summary: 'Returns a run of a scheduled task with the end of its output',
  answer: cronRunWithOutput,
  async handle({ platform, application, params }) {
    return runWithOutput(await getCronRun(platform, application, params.runId))
  },
})

const stop = endpoint({
  method: 'DELETE',
  path: `${runsPath}/:runId`,
  access: { on: 'application', may: 'operate' },
  action: 'cron.stop',
  summary: 'Ends a run of a scheduled task: SIGTERM, then SIGKILL after some seconds',
  answer: cronRunWithOutput,
  async handle({ platform, application, params }) {
    return runWithOutput(await stopCronRun(platform, application, params.runId))
  },
})

async function shown(platform: Platform, application: Application, id: string) {
  const crons = await listCrons(platform, application)
  const found = crons.find((cron) => cron.id === id)
  return cronRecord(found ?? (await getCron(platform, application, id)), {
    nextAt: found?.nextAt ?? null,
    lastRun: found?.lastRun ?? null,
  })
}

/** Scheduled tasks of an application. */
export const cronEndpoints: readonly Endpoint[] = [
  list,
  add,
  change,
  remove,
  enable,
  run,
  runs,
  oneRun,
  stop,
]
