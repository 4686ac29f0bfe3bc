import { satisfies } from 'semver'

/** First match counts; each npm accepts every Node of its range by its own `engines`. */
const npmByNode: readonly (readonly [nodes: string, npm: string])[] = [
  ['>=24.0.0', '11.13.0'],
  ['>=22.0.0', '10.9.3'],
  ['^18.17.0 || >=20.5.0', '10.8.2'],
  ['>=16.0.0', '8.19.4'],
  ['>=10.0.0', '7.24.2'],
]

/** The npm to use with a Node, or `undefined` when that Node is too old for any that we use. */
export function npmFor(nodeVersion: string): string | undefined {
  return npmByNode.find(([nodes]) => satisfies(nodeVersion, nodes))?.[1]
}
