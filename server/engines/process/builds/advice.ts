import {
  adviceOnBuild,
  buildOutOfMemory,
  isOutOfProcesses,
} from '#platform/model/hosting/instances/exit-advice.ts'
import { goProblems } from './go/go-problems.ts'
import { imageProblems } from './image/image-problems.ts'
import { collectCompileErrors } from './java/compile-errors.ts'
import { javaProblems } from './java/java-problems.ts'
import type { KnownProblem } from './known-problem.ts'
import { linuxProblems } from './linux/linux-problems.ts'
import { phpProblems } from './php/php-problems.ts'
import { pythonProblems } from './python/python-problems.ts'
import { rubyProblems } from './ruby/ruby-problems.ts'
import { collectRustErrors } from './rust/compile-errors.ts'
import { rustProblems } from './rust/rust-problems.ts'
import { collectErrors, sbtProblems } from './sbt/sbt-advice.ts'

const noCredentials: KnownProblem = {
  signs: [/^npm (error|ERR!) code E40[13]\b/, /ERR_PNPM_FETCH_40[13]/, /\bYN0041\b/],
  signsOfInstall: [/Request failed \\?"40[13] /, /^error: GET \S+ - 40[13]\b/],
  advice:
    'A registry refuses to give a package: set NPM_TOKEN or CC_NPM_BASIC_AUTH to credentials that it accepts, and CC_NPM_REGISTRY to its host.',
}

const noAnswer: KnownProblem = {
  signs: [
    /^npm (error|ERR!) code (E(CONN\w+|TIMEDOUT|NOTFOUND|AI_AGAIN|\w+UNREACH|5\d\d)|ERR_SOCKET_TIMEOUT)$/,
    /ERR_PNPM_(META_FETCH_FAIL|FETCH_5\d\d)/,
    /\bYN0001: .{0,80}\b(RequestError|TimeoutError)\b|\bYN0035: .{0,200}registry appears to be down/,
    /^error: \w+ downloading (package manifest|tarball)/,
  ],
  signsOfInstall: [
    // pnpm prints an error code between thin spaces before it; a script that failed to fetch something does not.
    /^\s?E[A-Z]{6,}\s{2}request to \S+ failed, reason: /,
    /^error Error: .*(socket hang up|\bE[A-Z]{6,})|^ResponseError: Request failed \\?"5\d\d /,
    /^error: GET \S+ - 5\d\d/,
  ],
  advice:
    'A registry does not answer: check that it is up and that its address is right (CC_NPM_REGISTRY, .npmrc, .yarnrc.yml), then deploy again.',
}

const otherPackage: KnownProblem = {
  signs: [
    /\bcode EINTEGRITY\b/,
    /ERR_PNPM_TARBALL_INTEGRITY/,
    /Integrity check failed for/,
    /\bYN0018\b/,
  ],
  advice:
    'A registry gives another package than the lock file names: do not trust it before you know why. If the package was published again on purpose, let your package manager write the lock file again and commit it.',
}

const noVersion: KnownProblem = {
  signs: [
    /^npm (error|ERR!) code ETARGET$/,
    /ERR_PNPM_NO_MATCHING_VERSION/,
    /^error Couldn't find any versions for "/,
    /\bYN0082\b/,
    /^error: No version matching "/,
  ],
  advice:
    'The registry does not have a version that is asked for above: ask for one that it has, or, where a dependency asks for it, commit a lock file with another ("overrides" in package.json chooses it).',
}

const unknownHost: KnownProblem = {
  // npm names the registry's host in lines of its own, which say that it is the network.
  signs: [
    /^(?!npm (error|ERR!) network ).{0,300}\bgetaddrinfo (ENOTFOUND|EAI_AGAIN) [\w.-]{1,100}/,
  ],
  unless: [noAnswer],
  advice:
    "A program of the build asks a host that cannot be found from here, named above: the operator's machine has to reach it, or the program has to do without it.",
}

const brokenLock: KnownProblem = {
  signs: [
    /can only install with an existing package-lock\.json/,
    /ERR_PNPM_(BROKEN_LOCKFILE|LOCKFILE_MISSING_DEPENDENCY)/,
    /^error SyntaxError: .*\/yarn\.lock$/,
    // Yarn 2 and later print only a stack trace.
    /^ +at .*\bsetupResolutions\b/,
    /failed to parse lockfile/,
  ],
  advice:
    'The lock file is broken: let your package manager write it again, and commit it as it is.',
}

const otherLock: KnownProblem = {
  signs: [
    /can only install packages when your package\.json and \S+ or \S+ are in sync/,
    /ERR_PNPM_OUTDATED_LOCKFILE/,
    /^error Your lockfile needs to be updated/,
    /lockfile would have been modified by this install/,
    /lockfile had changes, but lockfile is frozen/,
  ],
  advice:
    'The lock file does not agree with package.json: let your package manager install once more where you develop, and commit the lock file that it writes.',
}

const unapproved: KnownProblem = {
  signs: [/ERR_PNPM_IGNORED_BUILDS/],
  advice:
    'pnpm runs install scripts only of packages that you approve: run `pnpm approve-builds` where you develop and commit pnpm-workspace.yaml.',
}

const noRepository: KnownProblem = {
  // Bun does not show Git's message when SSH authentication failed.
  signs: [/Could not read from remote repository/, /"git clone" for .{1,300} failed/],
  advice:
    'A Git repository cannot be read: check its address, and set CC_SSH_PRIVATE_KEY to a private key that may read it.',
}

const problems: readonly KnownProblem[] = [
  noCredentials,
  noAnswer,
  otherPackage,
  noVersion,
  unknownHost,
  brokenLock,
  otherLock,
  unapproved,
  noRepository,
  ...phpProblems,
  ...imageProblems,
  ...pythonProblems,
  ...rubyProblems,
  ...goProblems,
  ...javaProblems,
  ...linuxProblems,
  ...rustProblems,
  ...sbtProblems,
]

export interface Adviser {
  /** Feeds one line of the command's output. */
  hear(line: string): void
  /** Advice for the problems found in the output and, once the command has ended, for its exit code. */
  advice(end?: { code: number; cause?: string | undefined }): string[]
}

/** Some patterns take quadratic time, and a build may print a thousand lines per second. */
const heardOfLine = 400
const maxLastLines = 20

export interface AdviserOptions {
  /** Whether the command installs dependencies, that is, contacts a registry. */
  isInstall: boolean
  /** Environment of the command; decides the advice about a missing program. */
  environment: Readonly<Record<string, string>>
}

/** Watches the output of a command, to give advice when it fails. */
export function adviser({ isInstall, environment }: AdviserOptions): Adviser {
  const heard = new Set<KnownProblem>()
  const lastLines: string[] = []
  let lacksProcesses = false
  const errors = [collectErrors(), collectCompileErrors(), collectRustErrors()]
  return {
    hear(whole) {
      // These messages are at the start of the line, so only a prefix is matched: tenants write lines of any length.
      const line = whole.slice(0, heardOfLine)
      lastLines.push(line)
      if (lastLines.length > maxLastLines) lastLines.shift()
      for (const each of errors) each.hear(line)
      lacksProcesses ||= isOutOfProcesses(line)
      for (const problem of problems) {
        const { signs, signsOfInstall = [] } = problem
        const all = isInstall ? [...signs, ...signsOfInstall] : signs
        if (all.some((sign) => sign.test(line))) heard.add(problem)
      }
    },
    advice(end) {
      if (end?.cause !== undefined) return adviceOnBuild({ ...end, lastLines }, environment)
      const shown = end
        ? (errors.map((each) => each.lines()).find((lines) => lines.length > 0) ?? [])
        : []
      // A JVM that may not have another thread says that it lacks memory as well.
      const onOutput = [...heard]
        .filter(({ unless = [] }) => !unless.some((other) => heard.has(other)))
        .map((problem) => problem.advice)
        .filter((text) => !(lacksProcesses && text.includes(buildOutOfMemory)))
      const isExplained = onOutput.length > 0
      const onExit = end ? adviceOnBuild({ ...end, lastLines, isExplained }, environment) : []
      return [...shown, ...new Set([...onOutput, ...onExit])]
    },
  }
}
