import type { Application } from '#platform/model/hosting/application.ts'

/** A tool that a release runs on, of which there is a newer release, or whose line has ended. */
export interface OutdatedTool {
  name: string
  version: string
  /** The newest release of the same line; `null` if it is that. */
  newer: string | null
  /** Day since which its line gets no more fixes; `null` while it does. */
  endedOn: string | null
  /** The newest security release of its line, which it is older than: then it has known weaknesses. */
  securityRelease: string | null
}

/** An application whose live release runs on outdated tools. */
export interface OutdatedApplication {
  application: Application
  tools: OutdatedTool[]
}

/** One of which is known what a deployment of its live commit would get. */
export interface PlannedApplication {
  application: Application
  tools: (OutdatedTool & {
    /** `null` where it would not have the tool, or cannot be planned here. */
    next: string | null
  })[]
}

/** Which applications run on outdated tools. */
export interface OutdatedApplications {
  /** Those that run, by name. Of each release one recipe is read once. */
  list(): Promise<OutdatedApplication[]>
  /** One of them; absent while it does not run, or its tools are up to date. */
  find(application: Application): Promise<OutdatedApplication | undefined>
  /** Plans its live commit again; the answer is kept until its variables or the catalogue change. */
  plan(outdated: OutdatedApplication): Promise<PlannedApplication>
}

/** Whether a deployment of the same commit has other tools. */
export const wouldImprove = ({ tools }: Pick<PlannedApplication, 'tools'>): boolean =>
  tools.some(({ version, next }) => next !== null && next !== version)
