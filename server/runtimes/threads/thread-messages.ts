import { Failure, type FailureStep } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { Catalogue, DefaultVersions } from '#runtimes/choose-version.ts'
import { knownTools } from '#runtimes/known-tools.ts'

/** What a worker thread is started with. */
export interface PlanningJob {
  type: string
  environment: Environment
  commit: string
  catalogue: CatalogueRecord
}

/** A catalogue as plain values. */
export interface CatalogueRecord {
  versions: ReadonlyMap<string, readonly string[]>
  endOfLife: ReadonlyMap<string, string | undefined>
  longTermNames: ReadonlyMap<string, string | undefined>
  channels: ReadonlyMap<string, Readonly<Record<string, string>>>
  today: string
  defaults: DefaultVersions
}

/** What the worker asks of the source, and its end. */
export type WorkerMessage =
  | { id: number; method: 'read' | 'list'; path: string }
  | { recipe: Recipe }
  | { failure: FailureRecord }

/** The source's answer. */
export type SourceAnswer = { id: number; value?: unknown } | { id: number; failure: FailureRecord }

export interface FailureRecord {
  step: FailureStep
  message: string
  advice: string[]
}

export const recordOf = ({ step, message, advice }: Failure): FailureRecord => ({
  step,
  message,
  advice,
})

export const failureOf = ({ step, message, advice }: FailureRecord): Failure =>
  new Failure(step, message, advice)

const tools = [...Object.keys(knownTools), 'npm', 'java', 'play1']

export function catalogueRecord(catalogue: Catalogue): CatalogueRecord {
  const { versions, endOfLife, longTermName, channels, today, defaults } = catalogue
  const nodes = versions('node')
  return {
    versions: new Map(tools.map((tool) => [tool, versions(tool)])),
    endOfLife: new Map(nodes.map((version) => [version, endOfLife(version)])),
    longTermNames: new Map(nodes.map((version) => [version, longTermName(version)])),
    channels: new Map(tools.map((tool) => [tool, channels(tool)])),
    today: today(),
    defaults,
  }
}

export const catalogueOf = (record: CatalogueRecord): Catalogue => ({
  versions: (tool) => record.versions.get(tool) ?? [],
  endOfLife: (version) => record.endOfLife.get(version),
  longTermName: (version) => record.longTermNames.get(version),
  channels: (tool) => record.channels.get(tool) ?? {},
  today: () => record.today,
  defaults: record.defaults,
})
