import type { OutdatedTool } from '#platform/model/hosting/toolchains/outdated.ts'
import type { CatalogueStatus } from '#platform/model/hosting/toolchains/toolchains.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import type { Platform } from '#platform/overview/platform.ts'

/** What is outdated on a platform, each thing in a line. */
export interface OutdatedReport {
  /** With names that tenants have written, apart from what the platform says of them. */
  applications: { name: string; owner: string; tools: string }[]
  /** Downloaded tools of one server. */
  tools: string[]
  /** Packages of its machine. */
  packages: string[]
  /** Why the last refresh of the catalogue, or of some tools, failed. */
  problem: string | null
}

type Context = Pick<
  Platform,
  'store' | 'clock' | 'outdatedApplications' | 'toolchains' | 'operation'
>

/** Gathers what is outdated; nothing is planned and nothing is fetched for it. */
export async function gatherReport(platform: Context): Promise<OutdatedReport> {
  return {
    applications: await applicationLines(platform),
    tools: await toolLines(platform),
    packages: await packageLines(platform),
    problem: refreshProblem(platform.toolchains.status()),
  }
}

/** Why the catalogue, or some of its tools, could not be refreshed. */
const refreshProblem = ({ lastAttempt, problems }: CatalogueStatus): string | null =>
  lastAttempt?.problem ?? (problems.map(({ tool, text }) => `${tool}: ${text}`).join('; ') || null)

export const isEmpty = ({ applications, tools, packages, problem }: OutdatedReport): boolean =>
  applications.length + tools.length + packages.length === 0 && problem === null

async function applicationLines({
  store,
  outdatedApplications,
}: Context): Promise<OutdatedReport['applications']> {
  const outdated = await outdatedApplications.list()
  const owners = new Set(outdated.map(({ application }) => application.ownerId))
  const names = new Map<OwnerId, string>()
  for (const id of owners) names.set(id, await nameOf(store, id))
  return outdated.map(({ application: { name, ownerId }, tools }) => ({
    name,
    owner: names.get(ownerId) ?? ownerId,
    tools: tools.map(toolLine).join('; '),
  }))
}

async function nameOf(store: Store, ownerId: OwnerId): Promise<string> {
  if (isPersonalSpace(ownerId)) return 'a personal space'
  return (await store.organisations.find(ownerId))?.name ?? ownerId
}

async function toolLines({ toolchains, clock }: Context): Promise<string[]> {
  const today = new Date(clock()).toISOString().slice(0, 10)
  return (await toolchains.installed()).flatMap(({ endOfLife, ...tool }) => {
    const endedOn = endOfLife !== null && endOfLife <= today ? endOfLife : null
    const isOutdated = endedOn !== null || tool.newer !== null || tool.securityRelease !== null
    return isOutdated ? [toolLine({ ...tool, endedOn })] : []
  })
}

const toolLine = ({ name, version, newer, endedOn, securityRelease }: OutdatedTool): string =>
  [
    `${name} ${version}`,
    ...(securityRelease ? [`known weaknesses, mended by ${securityRelease}`] : []),
    ...(endedOn ? [`no more fixes since ${endedOn}`] : []),
    ...(newer ? [`${newer} is newer`] : []),
  ].join(', ')

async function packageLines({ operation }: Context): Promise<string[]> {
  const found = await operation.packages()
  if (found.state === 'unknown') return []
  return found.packages.flatMap(({ name, installed, candidate, isSecurity }) =>
    installed === candidate
      ? []
      : [`${name} ${installed}: ${candidate}${isSecurity ? ', a security update' : ''}`],
  )
}
