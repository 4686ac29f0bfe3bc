import { families, inside, model, wings } from './import-law.ts'
import { importsOf, isTest, resolveImport, type SourceFile } from './source-tree.ts'

/** How the parts of `server/platform/` hang together. */
export interface WallFigures {
  /** Files of the model. */
  model: number
  /** Imports of one wing by another. */
  between: number
  /** Those of a wing that comes later. */
  against: string[]
  /** Imports of the platform by families, and those of anything but the model. */
  byFamilies: number
  pastTheModel: string[]
  /** Files of the model that do something instead of saying what it is. */
  acting: string[]
}

/** Counts the imports across the walls; tests may import anything. */
export function measureWalls(files: SourceFile[]): WallFigures {
  const own = files.filter((file) => !isTest(file))
  const ofModel = own.filter(({ path }) => inside(model, path))
  const imports = own.flatMap((file) =>
    [...new Set(importsOf(file).map((specifier) => resolveImport(file.path, specifier)))].flatMap(
      (to) => (to?.startsWith('server/platform/') ? [{ from: file.path, to }] : []),
    ),
  )
  const between = imports
    .map(({ from, to }) => ({ from, to, step: wingOf(to) - wingOf(from) }))
    .filter(({ from, to, step }) => step !== 0 && wingOf(from) >= 0 && wingOf(to) >= 0)
  const byFamilies = imports.filter(({ from }) => families.some((family) => inside(family, from)))
  return {
    model: ofModel.length,
    between: between.length,
    against: between.filter(({ step }) => step > 0).map(sentence),
    byFamilies: byFamilies.length,
    pastTheModel: byFamilies.filter(({ to }) => !inside(model, to)).map(sentence),
    acting: ofModel.filter(({ text }) => acts.test(text)).map(({ path }) => path),
  }
}

/** In one line, for whoever runs the checks. */
export const describeWalls = (figures: WallFigures): string =>
  `walls of the platform: ${figures.model} files of the model, ${figures.between} imports between wings, ${figures.against.length} against their order, ${figures.pastTheModel.length} of ${figures.byFamilies} by families past the model`

const wingOf = (path: string) => wings.findIndex((wing) => inside(wing, path))
const sentence = ({ from, to }: { from: string; to: string }) => `${from} imports ${to}`
const acts = /\b(async|await)\b/
