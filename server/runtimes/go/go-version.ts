import { compare, gte, major, minor } from '#kit/text/versions.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { newestFirst } from '#runtimes/known-tools.ts'
import type { GivenTools } from '#runtimes/planner.ts'
import { quote } from '#runtimes/variable.ts'
import type { GoMod } from './go-mod.ts'

export interface GoChoice {
  version: string
  note: string
  /** Go fetches the release that `go.mod` needs itself, because this platform does not know it yet. */
  fetchesItself: boolean
  warnings: string[]
}

/** The file that says the version, and what it says. */
export interface GoRequest extends GoMod {
  path: string
}

/**
 * The release of Go: that of `mise.toml`, else the newest of the line that the `toolchain` or `go` line names, and never older than it says. Such a line is the least that is
 * needed, so the newest Go builds what asks for a line that is not there.
 */
export function chooseGo(
  request: GoRequest | undefined,
  given: GivenTools,
  catalogue: Pick<Catalogue, 'versions'>,
): GoChoice {
  const releases = newestFirst(catalogue.versions('go'))
  const [newest] = releases
  if (!newest) throw new Failure('recipe', 'This platform has no Go: ask its operator.')
  const mise = given.get('go')
  if (mise) return chosen(mise, 'mise.toml', releases)
  const wanted = request && wantedIn(request)
  if (!wanted) return chosen(newest, 'the newest', releases)
  const { least, origin } = wanted
  const ofLine = releases.find((version) => isSameLine(version, least) && gte(version, least))
  if (ofLine) return chosen(ofLine, origin, releases)
  if (gte(newest, least)) return chosen(newest, `the newest, for ${origin}`, releases)
  return {
    ...chosen(
      newest,
      `the newest here; ${origin} asks for more, which Go fetches itself`,
      releases,
    ),
    fetchesItself: true,
  }
}

/** The least release that a file asks for. */
function wantedIn({
  path,
  go,
  toolchain,
}: GoRequest): { least: string; origin: string } | undefined {
  for (const [word, text] of Object.entries({ toolchain, go })) {
    const least = text === undefined ? undefined : leastRelease(text)
    if (least) return { least, origin: `${word} ${quote(text ?? '')} in ${path}` }
  }
  return undefined
}

/** `1.24` and `1.24rc1` are before `1.24.0`, which is what there is of them. */
function leastRelease(text: string): string | undefined {
  const [, first, second, third = '0'] =
    /^(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?(?:(?:rc|beta)\d{1,2})?(?:-[\w.+-]{1,100})?$/.exec(
      text,
    ) ?? []
  return first && second ? `${Number(first)}.${Number(second)}.${Number(third)}` : undefined
}

const isSameLine = (one: string, other: string) =>
  major(one) === major(other) && minor(one) === minor(other)

/** The Go project mends its two newest lines. */
const mendedLines = 2

function chosen(version: string, origin: string, releases: readonly string[]): GoChoice {
  const lines = new Set(releases.map((each) => `${major(each)}.${minor(each)}.0`))
  const oldestMended = [...lines].sort(compare).at(-mendedLines)
  const isOld = oldestMended !== undefined && !gte(version, oldestMended)
  return {
    version,
    note: `Go ${version} (${origin})`,
    fetchesItself: false,
    warnings: isOld
      ? [
          `Go ${version} gets no more security fixes: ask for a newer line, such as ${releases[0]}, by the toolchain line of go.mod or in mise.toml.`,
        ]
      : [],
  }
}
