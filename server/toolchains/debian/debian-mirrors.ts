import { runOrThrow } from '#kit/process/subprocess.ts'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'

/** Options and addresses of lines of `sources.list`. */
export interface DebianMirrors {
  /** Of the archive with the suites themselves. */
  main: string
  /** Of the archive with their security suites; none where apt knows no such archive. */
  security?: string | undefined
}

/** The mirrors of Debian in the apt settings of this machine. */
export async function machineMirrors(signal: AbortSignal): Promise<DebianMirrors> {
  const format = ['indextargets', '--format', '$(REPO_URI) $(RELEASE)', 'Identifier: Packages']
  const text = await runOrThrow(['apt-get', ...format], { signal }).catch(() => '')
  return mirrorsIn(text)
}

/** The mirrors in lines of an address and a suite, as `apt-get indextargets` prints them. */
export function mirrorsIn(text: string): DebianMirrors {
  const targets = text.split('\n').map((line) => line.split(' '))
  const main = targets.find(([address = '']) => /^https?:\/\/\S+\/debian\/$/.test(address))?.[0]
  if (!main) throw new NotOfferedError('apt of this machine knows no mirror of Debian')
  const security = targets.find(
    ([address = '', suite = '']) =>
      /^https?:\/\/\S+\/debian-security\/$/.test(address) || isSecurity(address, suite),
  )
  return { main, security: security?.[0] }
}

/** A mirror whose operator has chosen another path; updates of other vendors have other suites. */
const isSecurity = (address: string, suite: string) =>
  /^https?:\/\/\S+$/.test(address) && /^(bullseye|bookworm|trixie|forky)-security$/.test(suite)

/** The suite with the security updates of another one; `sid` has none. */
export const securitySuiteOf = (suite: string): string | undefined =>
  suite === 'sid' ? undefined : `${suite}-security`
