import { dirname } from 'node:path/posix'
import { importsOf, isTest, isTypeScript, resolveImport, type SourceFile } from './source-tree.ts'

const maxLines = 300
const maxFilesOfFolder = 15
const crumbLines = 25

/** Short files that stay apart, and why. */
const keptApart: Record<string, string> = {
  'docs/settings-reference.ts': 'one file for each generated page',
  'providers/configuration/configuration.ts': 'each provider is beside its program',
  'server/api/health.ts': 'an endpoint lies at the path of its URL',
}

export interface SizeReport {
  median: number
  p90: number
  /** The ten longest files, longest first, as `123 path`. */
  longest: string[]
  /** Short files with a single importer in the same folder: candidates for a merge. */
  crumbs: string[]
  breaches: string[]
}

/** Measures the length of files and the number of files per folder; tests are exempt. */
export function measureSizes(files: SourceFile[]): SizeReport {
  const own = files.filter((file) => isSource(file) && !isTest(file))
  const sizes = own
    .map(({ path, text }) => ({ path, lines: linesOf(text) }))
    .sort((one, other) => other.lines - one.lines)
  const at = (share: number) => sizes[Math.floor((sizes.length - 1) * share)]?.lines ?? 0
  const shown = sizes.map(({ path, lines }) => `${lines} ${path}`)
  const tooLong = shown.filter((_, rank) => (sizes[rank]?.lines ?? 0) > maxLines)
  return {
    median: at(0.5),
    p90: at(0.1),
    longest: shown.slice(0, 10),
    crumbs: crumbsOf(own),
    breaches: [
      ...tooLong.map((file) => `${file} has more than ${maxLines} lines`),
      ...crowdedFolders(files),
    ],
  }
}

const isSource = (file: SourceFile) => isTypeScript(file) || file.path.endsWith('.css')

const linesOf = (text: string) => text.trimEnd().split('\n').length

const isScenario = /\.(test|contract)\.ts$/

function crowdedFolders(files: SourceFile[]): string[] {
  const topics = new Map<string, Set<string>>()
  for (const { path } of files.filter(isSource)) {
    if (isScenario.test(path)) continue
    const folder = dirname(path)
    // A component and its style are one topic.
    topics.set(folder, (topics.get(folder) ?? new Set()).add(path.replace(/\.\w+$/, '')))
  }
  return [...topics]
    .map(([folder, names]): [string, number] => [folder, names.size])
    .filter(([, count]) => count > maxFilesOfFolder)
    .map(([folder, count]) => `${folder} has ${count} files, more than ${maxFilesOfFolder}`)
}

function crumbsOf(files: SourceFile[]): string[] {
  const importers = new Map<string, string[]>()
  for (const file of files) {
    for (const specifier of importsOf(file)) {
      const target = resolveImport(file.path, specifier)
      if (target) importers.set(target, [...(importers.get(target) ?? []), file.path])
    }
  }
  return files.flatMap(({ path, text }) => {
    const [only, ...more] = importers.get(path) ?? []
    const isCrumb = only && more.length === 0 && dirname(only) === dirname(path)
    if (Object.hasOwn(keptApart, path)) return []
    return isCrumb && linesOf(text) < crumbLines ? [`${path}, for ${only}`] : []
  })
}
