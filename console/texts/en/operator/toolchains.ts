import type { OutdatedTool, RedeploymentItem } from '#client/resources/toolchains.ts'

const titles: Readonly<Record<string, string>> = {
  node: 'Node',
  bun: 'Bun',
  deno: 'Deno',
  java: 'JDK',
  npm: 'npm',
  pnpm: 'pnpm',
  yarn: 'Yarn',
}

/** Name and version of a tool, such as `Node 22.20.0`. */
export const toolName = ({ name, version }: { name: string; version: string }): string =>
  `${titles[name] ?? name} ${version}`

/** Texts about tools, for operators and on the page of an application. */
export const toolchainTexts = {
  catalogue: 'Catalogue of tools',
  catalogueHelp:
    'The releases of Node, Bun, Deno, JDKs and package managers that the next deployments can have. Nothing that runs changes when it does.',
  facts: {
    origin: 'In use',
    date: 'Registry asked',
    interval: 'Asked again',
    last: 'Last attempt',
  },
  origins: { shipped: 'the one that came with the platform', refreshed: 'a refreshed one' },
  every: (time: string) => `every ${time}`,
  onlyOnRequest: 'only when an operator asks',
  noAttempt: 'none since the start of the server',
  succeeded: 'succeeded',
  failed: 'failed',
  problem: (problem: string) => `The registry was asked in vain: ${problem}.`,
  kept: 'The catalogue stays as it was, and deployments go on with it. Check that this server reaches the registry (BERTH_NPM_REGISTRY), and refresh again.',
  partly: 'Not refreshed, and as they were before:',
  remark: ({ tool, text }: { tool: string; text: string }) => `${titles[tool] ?? tool}: ${text}.`,
  refresh: 'Refresh now',
  refreshing: 'The registry is being asked. That may take some minutes.',
  refreshed: 'The catalogue is up to date.',
  tools: 'Tools on disk',
  noTools: 'No tool was downloaded yet',
  noToolsHelp: 'A tool is downloaded when the first application needs it.',
  fetch: 'Fetch a tool',
  fetchHelp:
    'The newest release that fits, so that whoever deploys first does not wait. A Debian system, such as that of Python, takes minutes.',
  fetchName: 'Tool',
  fetchNameHint: 'Such as node, java or python.',
  fetchVersion: 'Version',
  fetchVersionHint: 'A release, or a line of it: 24, 21, 3.13.',
  fetched: ({ name, version }: { name: string; version: string }) =>
    `${toolName({ name, version })} is there.`,
  remove: 'Remove',
  removeLabel: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeHelp:
    'From the disk of this server. A deployment that needs it downloads it again; one that a release runs on stays.',
  removed: (name: string) => `${name} is removed.`,
  toolColumns: {
    name: 'Tool',
    size: 'Size',
    used: 'Last use',
    end: 'End of life',
    newer: 'State',
    actions: 'Actions',
  },
  unknown: '–',
  upToDate: 'newest of its line',
  newerIs: (version: string) => `${version} is newer`,
  weaknesses: 'known weaknesses',
  weaknessesHelp: (version: string) => `${version} mends known weaknesses`,
  ended: 'ended',
  endedOn: (day: string) => `Its line gets no more fixes since ${day}.`,
  outdated: 'Outdated applications',
  outdatedHelp:
    'Their live release runs on a tool of which there is a newer release, or whose line has ended. Each keeps serving until its new version is healthy.',
  noneOutdated: 'No application runs on an outdated tool',
  noneOutdatedHelp: 'Applications get the newest release of their line at each deployment.',
  outdatedColumns: { name: 'Application', runs: 'Runs on', next: 'A deployment gets' },
  sameAgain: 'the same',
  notKnown: 'not known on this server',
  more: 'Show more',
  redeployOne: 'Redeploy',
  redeployingOne: (name: string) => `${name} is being deployed again.`,
  redeployAll: 'Redeploy all',
  redeployTitle: 'Deploy outdated applications again?',
  redeployHelp:
    'All that would get another tool are deployed at their live commit. It goes on when you leave this page and when the server restarts.',
  concurrency: 'At a time',
  maxFailures: 'Stop after failures',
  numberHint: 'From 1 to 999.',
  begin: 'Begin',
  begun: 'The redeployment has begun.',
  stop: 'Stop',
  stopped: 'No further application begins.',
  redeployment: 'Redeployment',
  states: {
    running: 'running',
    done: 'done',
    stopped: 'stopped',
    failed: 'stopped after failures',
  },
  progress: (ended: number, all: number) => `${ended} of ${all} applications`,
  checking: (count: number) => `${count} still to be looked at`,
  counts: (live: number, failed: number, skipped: number) =>
    `${live} live, ${failed} failed, ${skipped} that did not need it`,
  left: (count: number) => `${count} not begun`,
  itemColumns: { name: 'Application', state: 'State', reason: 'Why' },
  itemStates: {
    unplanned: 'to be looked at',
    waiting: 'waiting',
    skipped: 'skipped',
    deploying: 'deploying',
    live: 'live',
    failed: 'failed',
  } satisfies Record<RedeploymentItem['state'], string>,
  /** On the page of an application. */
  outdatedTools: 'Outdated tools',
  runsOn: (tools: readonly OutdatedTool[]): string => tools.map(ofRelease).join(' '),
  nextGets: (tools: readonly OutdatedTool[]): string => {
    const better = tools.filter(({ version, next }) => next !== null && next !== version)
    const gets = better.map(({ name, next }) => toolName({ name, version: next ?? '' }))
    return gets.length > 0 ? `A redeployment gets ${gets.join(' and ')}.` : ''
  },
  ownChoice: 'A redeployment would get the same: a file or a variable of the application names it.',
  restartedBy: 'Somebody who may restart it can redeploy it.',
}

/** Such as `Node 18.20.8 gets no more fixes since 2025-04-30.` */
function ofRelease(tool: OutdatedTool): string {
  const { newer, endedOn, securityRelease } = tool
  const name = toolName(tool)
  if (endedOn) return `${name} gets no more fixes since ${endedOn}.`
  if (securityRelease) return `${name} has known weaknesses, which ${securityRelease} mends.`
  return `${name} is outdated: ${newer} is newer.`
}
