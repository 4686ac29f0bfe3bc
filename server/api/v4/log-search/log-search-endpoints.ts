import { logCounts } from '#api/answers/hosting/log-counts.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { accessLogParameters, logParameters } from '#api/v4/log-filter.ts'
import { findAddon } from '#platform/marketplace/addons/find-addon.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { isApplicationId, parseOwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { countLog, countParameters } from './log-counts.ts'
import { fileParameters, logFile, openGrant } from './log-file.ts'
import { accessLog, addonLog, applicationLog } from './searched-log.ts'

const ofApplication = '/v4/berth/organisations/:ownerId/applications/:applicationId'
const ofAddon = '/v4/berth/organisations/:ownerId/resources/:addonId'

const countCost = 5
const fileSummary =
  'Gives a file with everything that a search has found, as `text` or with a `json` object on each line, to whoever has its address, which is signed and expires'
const described = (what: string) =>
  `Counts ${what} over time, in at most as many \`points\` as asked for (100), with addresses of files with all of them`

/** Address of the file that belongs to the counts of a call. */
const filePathOf = ({ url }: Request): string => new URL(url).pathname.replace(/counts$/, 'file')

const countApplicationLog = endpoint({
  method: 'GET',
  path: `${ofApplication}/logs/counts`,
  access: { on: 'application', may: 'see' },
  summary: described('lines of the log of an application by severity'),
  query: { ...logParameters, ...countParameters },
  answer: logCounts,
  cost: countCost,
  handle: (call) =>
    countLog(call, applicationLog(call.platform, call.application), filePathOf(call.request)),
})

const countAccessLog = endpoint({
  method: 'GET',
  path: `${ofApplication}/accesslogs/counts`,
  access: { on: 'application', may: 'see' },
  summary: described('requests of visitors of an application by class of status'),
  query: { ...accessLogParameters, ...countParameters },
  answer: logCounts,
  cost: countCost,
  handle: (call) =>
    countLog(call, accessLog(call.platform, call.application), filePathOf(call.request)),
})

const countAddonLog = endpoint({
  method: 'GET',
  path: `${ofAddon}/logs/counts`,
  access: { on: 'addon', may: 'see' },
  summary: described('lines of the log of an add-on by severity'),
  query: { ...logParameters, ...countParameters },
  answer: logCounts,
  cost: countCost,
  handle: (call) => countLog(call, addonLog(call.platform, call.addon), filePathOf(call.request)),
})

const file = {
  method: 'GET',
  access: 'anyone',
  summary: fileSummary,
  query: fileParameters,
  produces: 'text/plain',
} as const

const getApplicationLogFile = endpoint({
  ...file,
  path: `${ofApplication}/logs/file`,
  workload: 'application',
  async handle(call) {
    const grant = openGrant(call)
    const application = await applicationOf(call.platform, call.params)
    return logFile(call, applicationLog(call.platform, application), grant)
  },
})

const getAccessLogFile = endpoint({
  ...file,
  path: `${ofApplication}/accesslogs/file`,
  workload: 'application',
  async handle(call) {
    const grant = openGrant(call)
    const application = await applicationOf(call.platform, call.params)
    return logFile(call, accessLog(call.platform, application), grant)
  },
})

const getAddonLogFile = endpoint({
  ...file,
  path: `${ofAddon}/logs/file`,
  workload: 'built-in providers',
  async handle(call) {
    const grant = openGrant(call)
    const { ownerId, addonId } = call.params
    const addon = await findAddon(call.platform, { ownerId: parseOwnerId(ownerId), addonId })
    if (!addon) throw gone()
    return logFile(call, addonLog(call.platform, addon), grant)
  },
})

/** The application of a signed address, unless it was deleted or moved since. */
async function applicationOf(
  { store }: Pick<Platform, 'store'>,
  { ownerId, applicationId }: Readonly<Record<'ownerId' | 'applicationId', string>>,
): Promise<Application> {
  const found = isApplicationId(applicationId)
    ? await store.applications.find(applicationId)
    : undefined
  if (found?.ownerId !== ownerId) throw gone()
  return found
}

const gone = () => new Refusal('missing', 'What this log belonged to is not there any more.')

/** Counts and files of what is searched for in logs. */
export const logSearchEndpoints: readonly Endpoint[] = [
  countApplicationLog,
  countAccessLog,
  countAddonLog,
  getApplicationLogFile,
  getAccessLogFile,
  getAddonLogFile,
]
