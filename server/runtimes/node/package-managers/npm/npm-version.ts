import { major, maxSatisfying, satisfies } from '#kit/text/versions.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { type Catalogue, chooseVersion } from '#runtimes/choose-version.ts'
import type { KnownTool } from '#runtimes/known-tools.ts'
import type { PackageJson } from '#runtimes/node/package-json.ts'
import {
  chooseRequested,
  declaredIn,
  enginesRequests,
} from '#runtimes/node/package-managers/declared-version.ts'

/** First match wins; each npm accepts every Node of its range by its own `engines`. */
const npmByNode: readonly (readonly [nodes: string, npm: string])[] = [
  ['>=24.0.0', '11.13.0'],
  ['>=22.0.0', '10.9.3'],
  ['^18.17.0 || >=20.5.0', '10.8.2'],
  ['>=16.0.0', '8.19.4'],
  ['>=10.0.0', '7.24.2'],
]

/** The npm that the specification, or its time, has for a Node; `undefined` when that Node is too old for any. */
export function npmFor(nodeVersion: string): string | undefined {
  return npmByNode.find(([nodes]) => satisfies(nodeVersion, nodes))?.[1]
}

const knownNpm: KnownTool = {
  title: 'npm',
  examples: '11.6.2, 11 or latest',
  words: { latest: (newest) => newest[0] },
}

/** Node versions that each npm line accepts by its own `engines`. */
const nodesByLine: Readonly<Record<number, string>> = {
  7: '>=10.0.0',
  8: '^12.13.0 || ^14.15.0 || >=16.0.0',
  9: '^14.17.0 || ^16.13.0 || >=18.0.0',
  10: '^18.17.0 || >=20.5.0',
  11: '^20.17.0 || >=22.9.0',
}
const nodesOfLaterLines = '^22.22.2 || ^24.15.0 || >=26.0.0'

const runsOn = (npm: string, node: string) =>
  satisfies(node, nodesByLine[major(npm)] ?? nodesOfLaterLines)

/** The newest npm of the line that belongs to a Node. */
function defaultNpm(node: string, { defaults, versions }: Catalogue): string {
  const specified = npmFor(node)
  if (!specified) throw new Error(`no npm is known for Node ${node}`)
  if (defaults === 'spec') return specified
  const fitting = versions('npm').filter((version) => runsOn(version, node))
  return maxSatisfying(fitting, `${major(specified)}.x`) ?? specified
}

export interface NpmChoice {
  tool: Tool
  note: string
  warnings: string[]
}

/** `packageManager` if it names npm, else what `engines.npm` allows, else the default npm of this Node. */
export function chooseNpm(
  packageJson: Pick<PackageJson, 'packageManager' | 'engines' | 'devEngines'>,
  node: string,
  catalogue: Catalogue,
): NpmChoice {
  const usual = defaultNpm(node, catalogue)
  const name = 'npm'
  const all = catalogue.versions(name)
  const declared = declaredIn(packageJson.packageManager)
  if (declared?.name === name) {
    const request = { text: declared.version, origin: 'packageManager' }
    const version = chooseVersion(request, knownNpm, all)
    if (runsOn(version, node)) {
      const { hash } = declared
      const note = `npm ${version} (packageManager${hash ? ', with its hash' : ''})`
      return { tool: { name, version, ...(hash && { hash }) }, note, warnings: [] }
    }
    const warning = `packageManager asks for npm ${version}, which does not run on Node ${node}: npm ${usual} is used.`
    return { tool: { name, version: usual }, note: `npm ${usual}`, warnings: [warning] }
  }
  const { version, origin, warnings } = chooseRequested(enginesRequests(packageJson, name), {
    known: knownNpm,
    versions: all.filter((each) => runsOn(each, node)),
    usual,
  })
  const note = origin === 'default' ? `npm ${version}` : `npm ${version} (${origin})`
  return { tool: { name, version }, note, warnings }
}
