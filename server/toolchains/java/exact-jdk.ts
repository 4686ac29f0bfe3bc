import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { recordUse } from '#toolchains/trim-tools.ts'
import { installedOfLine, installJdk, type JavaToolchainOptions, javaTool } from './install-jdk.ts'
import { compareJava, newestOfLine } from './java-versions.ts'
import { findJdk, isOwn, machineJdk, ownJdk } from './jdk-source.ts'

/** The JDK of a line that a deployment gets. */
export interface ExactJdk {
  version: string
  /** Why it is not the newest that is known; none when it is. */
  warning?: string | undefined
}

/** Calls `onFetch` with the version before a download, unless another deployment waits for the same one already. */
export type ChooseJdk = (line: string, onFetch?: (version: string) => void) => Promise<ExactJdk>

export interface ExactJdksOptions extends JavaToolchainOptions {
  /** The newest version of a line in the catalogue. */
  newest: (line: string) => string | undefined
  monotonic: () => number
}

type OnFetch = Parameters<ChooseJdk>[1]

/** A deployment does not wait for a mirror that has just failed, as long as there is another JDK. */
const retryAfter = 600_000
const impatient = { timeout: 300_000, retries: 0 }

/**
 * Chooses the JDK of a line for a deployment and brings it into the folder of tools: the operator's, else the newest of the catalogue. Debian's archives
 * keep few versions, so one that is newer than the catalogue takes its place. Where none can be fetched, what is there goes on being used.
 */
export function createExactJdks(options: ExactJdksOptions): ChooseJdk {
  const { folder, newest, monotonic } = options
  const inFlight = new Map<string, Promise<ExactJdk>>()
  const failures = new Map<string, { until: number; problem: string }>()

  const fail = (line: string, problem: string) => {
    failures.set(line, { until: monotonic() + retryAfter, problem })
    return problem
  }

  const fetchNewest = async (
    line: string,
    { wanted, have, onFetch }: { wanted: string; have: string | undefined; onFetch: OnFetch },
  ) => {
    const last = failures.get(line)
    if (have && last && monotonic() < last.until) return standIn(have, last.problem)
    onFetch?.(wanted)
    try {
      const attempts = have ? { ...options, ...impatient } : options
      const version = await installJdk(attempts, `Java ${wanted}`, (means) =>
        findJdk(options, wanted, means),
      )
      failures.delete(line)
      const found = newestOfLine([version, ...(have ? [have] : [])], line) ?? version
      if (compareJava(found, wanted) >= 0) return { version: found }
      return standIn(found, fail(line, `The mirror of Debian has no Java ${wanted}.`))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      fail(line, error.message)
      const theirs = have ? undefined : await machineJdk(options, line)
      const other = theirs ? await installJdk(options, `Java ${line}`, async () => theirs) : have
      if (!other) throw error
      return standIn(other, error.message)
    }
  }

  const choose = async (line: string, onFetch: OnFetch): Promise<ExactJdk> => {
    const own = options.jdks?.[line]
    if (own) return { version: await installJdk(options, `Java ${line}`, () => ownJdk(own, line)) }
    const found = await installedOfLine(folder, line)
    const have = newestOfLine(
      found.filter((version) => !isOwn(version)),
      line,
    )
    const wanted = newest(line) ?? line
    if (have && compareJava(have, wanted) >= 0) return { version: have }
    return fetchNewest(line, { wanted, have, onFetch })
  }

  return async (line, onFetch) => {
    const choosing =
      inFlight.get(line) ?? choose(line, onFetch).finally(() => inFlight.delete(line))
    inFlight.set(line, choosing)
    const jdk = await choosing
    await recordUse(folder, javaTool(jdk.version))
    return jdk
  }
}

const standIn = (version: string, problem: string): ExactJdk => ({
  version,
  warning: `${problem} Java ${version}, which this server has, is used instead.`,
})
