import { figuresOf, flatten, valuesInCode } from './figure.ts'

/**
 * A sentence of a page with a figure, the file that decides it, and the text there; or a setting, and its default. With
 * a reason, the figure follows from that text by more than its unit.
 */
export type Claim = readonly [says: string, file: string, code: string, why?: string]

/** A figure that no code of ours decides: an example, a rule of others, or a measurement, with its date. */
export type Given = readonly [says: string, why: string]

export interface PageFigures {
  claims?: readonly Claim[]
  given?: readonly Given[]
}

interface Sources {
  /** Text of the code at a path. */
  read(file: string): string | undefined
  /** Defaults of the settings by name. */
  defaults: ReadonlyMap<string, string>
}

/** Problems of a page: figures that nothing holds true, and entries that are no longer so. */
export function figureProblems(
  page: string,
  text: string,
  { claims = [], given = [] }: PageFigures,
  sources: Sources,
): string[] {
  const flat = flatten(text)
  const entries = [...claims, ...given]
  const gone = entries.filter(([says]) => !flat.includes(says))
  const settings = settingPlaces(flat, sources.defaults)
  const covered = [
    ...entries.flatMap(([says]) => placesOf(flat, says)),
    ...settings.filter(({ isRight }) => isRight),
  ]
  const loose = figuresOf(flat).filter(
    ({ at }) => !covered.some(({ from, to }) => from <= at && at < to),
  )
  return [
    ...loose.map(
      ({ at, text: figure }) =>
        `${page}: nothing holds '${figure}' true in '…${flat.slice(Math.max(0, at - 60), at + 40)}…'`,
    ),
    ...gone.map(([says]) => `${page} does not say '${says}' any more: remove the entry`),
    ...settings
      .filter(({ isRight }) => !isRight)
      .map(({ text: said }) => `${page}: '${said}' is not what the settings have`),
    ...claims.flatMap((claim) => claimProblems(page, claim, sources)),
  ]
}

function claimProblems(
  page: string,
  [says, file, code, why]: Claim,
  { read, defaults }: Sources,
): string[] {
  const source = file.startsWith('BERTH_') ? defaults.get(file) : read(file)
  if (source === undefined)
    return [`${page}: '${says}' is said to be decided by ${file}, which is not there`]
  if (!source.includes(code))
    return [`${page}: '${says}': ${file} does not have '${code}' any more`]
  if (why !== undefined) return []
  const values = valuesInCode(`'${code}'`)
  return figuresOf(says)
    .filter((figure) => !figure.values.some((value) => values.some((one) => isSame(one, value))))
    .map(({ text }) => `${page}: '${text}' in '${says}' is not what ${file} says: '${code}'`)
}

const isSame = (one: number, other: number) => Math.abs(one - other) < 1e-9 * Math.abs(other)

function placesOf(flat: string, says: string) {
  const places: { from: number; to: number }[] = []
  for (let from = flat.indexOf(says); from >= 0; from = flat.indexOf(says, from + 1))
    places.push({ from, to: from + says.length })
  return places
}

/** Where a page says defaults: "`BERTH_X` (500)", "500 (`BERTH_X`)", or a row "| `BERTH_X`, `BERTH_Y` | 500, 20 MB |". */
function settingPlaces(flat: string, defaults: ReadonlyMap<string, string>) {
  const places = (pattern: RegExp, isRight: (first: string, second: string) => boolean) =>
    Array.from(flat.matchAll(pattern), ({ index, 0: text, 1: first = '', 2: second = '' }) => ({
      from: index,
      to: index + text.length,
      text,
      isRight: isRight(first, second),
    }))
  return [
    ...places(/`(BERTH_\w+)` \((\d[\d,.-]*\w*)/g, (name, said) =>
      isDefault(defaults.get(name), said),
    ),
    ...places(/(?<![\w.,-])(\d[\d,]*) \(`(BERTH_\w+)`\)/g, (said, name) =>
      isDefault(defaults.get(name), said),
    ),
    ...places(/\| ((?:`BERTH_\w+`(?:, )?)+) *\| (\d[^|]*)\|/g, (list, values) => {
      const said = values.split(', ')
      const names = Array.from(list.matchAll(/BERTH_\w+/g), ([name]) => defaults.get(name))
      return names.every((setting, at) => isDefault(setting, said[at] ?? ''))
    }),
  ]
}

/** Whether a page says a default: 1,000 for 1000, 8192 MB for 8192, 5s for 5s. What depends on the machine has none. */
function isDefault(setting: string | undefined, said: string): boolean {
  if (setting === undefined) return false
  if (setting === '') return !/^\d+( |$)/.test(said) || said === ''
  const digits = (text: string) => /^\d+/.exec(text.replaceAll(',', '').trim())?.[0]
  return digits(said) === digits(setting)
}
