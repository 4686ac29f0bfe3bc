import { simpleOverrides } from '#runtimes/node/lock-files/manifest.ts'
import { lockText } from '#runtimes/node/package-managers/lock-text.ts'
import type { Project } from '#runtimes/node/project.ts'
import { expectedPackages, installedEdges } from '#runtimes/node/sharing/expected-packages.ts'
import { variableObstacle, wordsOf } from '#runtimes/node/sharing/package-manager-variables.ts'
import {
  openSharing,
  overrideObstacle,
  provenBy,
  type SharingVerdict,
} from '#runtimes/node/sharing/sharing.ts'
import { type NpmLockGraph, npmLockFile, readNpmLock } from './lock.ts'

export async function npmSharing(project: Project, development = true): Promise<SharingVerdict> {
  const lockFile = npmLockFile(project) ?? 'package-lock.json'
  const opened = await openSharing(project, lockFile)
  if ('obstacle' in opened) return opened
  const { manifest, npmrc } = opened
  const overrides = simpleOverrides(manifest.fields.overrides)
  if (!overrides) return overrideObstacle('overrides')
  const reading = readNpmLock(await lockText(project, lockFile), {
    lockFile,
    manifest,
    overrides,
    ignoresPeers: npmrc.ignoresPeers,
  })
  const proven = provenBy(project, reading, ['package.json', lockFile, '.npmrc'])
  if ('obstacle' in proven || 'obstacle' in reading) return proven
  const spokenTo = variableForScripts(project, reading.graph)
  if (spokenTo) return { obstacle: variableObstacle(spokenTo) }
  const { graph } = reading
  const expected = expectedPackages(graph, installedEdges(graph.root, manifest, development))
  return expected.length > 0 ? { ...proven, expected } : proven
}

/** A variable named after a package with an install script. */
function variableForScripts({ environment }: Project, { packages }: NpmLockGraph) {
  const words = packages
    .filter(({ hasInstallScript }) => hasInstallScript)
    .flatMap(({ name }) => wordsOf(name))
  return Object.keys(environment).find((name) => {
    const plain = name.toLowerCase().replaceAll('_', '')
    return words.some((word) => plain.startsWith(word))
  })
}
