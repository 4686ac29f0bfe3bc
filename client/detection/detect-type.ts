import { detectNode, detectStatic, startsProgram } from './javascript.ts'
import {
  type Detector,
  detectDocker,
  detectGo,
  detectJava,
  detectLinux,
  detectPhp,
  detectPlay,
  detectPython,
  detectRack,
  detectRuby,
  detectRust,
} from './languages.ts'
import type { FittingType, Project } from './project.ts'

/** Servers in a language; beside one, a package without a start only builds its pages. */
const languages: readonly Detector[] = [
  detectPlay,
  detectRack,
  detectPython,
  detectGo,
  detectRust,
  detectJava,
  detectPhp,
]

/** What is looked at, one after the other, where nothing else fits. */
const otherwise: readonly Detector[] = [detectRuby, detectStatic, detectLinux]

/** All types that the files of a folder are for, as a deployment would read them: none, one, or several of which somebody has to choose. */
export async function detectTypes(project: Project): Promise<FittingType[]> {
  const found = await allOf(languages, project)
  const node = await detectNode(project)
  if (node && (found.length === 0 || (await startsProgram(project)))) found.push(node)
  if (found.length === 0) found.push(...(await firstOf(otherwise, project)))
  const docker = await detectDocker(project)
  return docker ? [...found, docker] : found
}

async function allOf(detectors: readonly Detector[], project: Project): Promise<FittingType[]> {
  const found: FittingType[] = []
  for (const detect of detectors) {
    const type = await detect(project)
    if (type) found.push(type)
  }
  return found
}

async function firstOf(detectors: readonly Detector[], project: Project): Promise<FittingType[]> {
  for (const detect of detectors) {
    const type = await detect(project)
    if (type) return [type]
  }
  return []
}
