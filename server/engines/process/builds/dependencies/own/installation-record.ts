import { createHash, createHmac } from 'node:crypto'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'

/** Inputs that determine a private installation, beside the files of the commit. */
export interface InstallInputs {
  commit: string
  recipe: Recipe
  /** Machine-wide inputs of every installation, such as the address of the registry. */
  machine: unknown
  environment: Readonly<Record<string, string>>
}

/** Fingerprint of an installation, to decide whether the next one would be the same. */
export interface InstallationRecord {
  /** Number of the deployment that made it. */
  deploymentNumber: number
  commit: string
  /** Hash of the tools, the command and the machine-wide inputs. */
  decidedBy: string
  /** What may have read any variable, such as an install script; absent when nothing could. */
  reader?: string
  /** An install script of the application itself, which has to run for each commit. */
  ownScript?: string
  /** What it has read of the commit; absent when that is not known, so that any file may have had a say. */
  sources?: SourceRecord
  /** What it has left in the application's folder. */
  outcome: InstallOutcome
  salt: string
  /** Salted hash of each variable, by name. */
  variables: Record<string, string>
}

/** Hashes of what an installation has read of a commit, by path. */
export interface SourceRecord {
  files: Record<string, string>
  /** Of the names in each folder in which something was read. */
  folders: Record<string, string>
}

/** Paths in the application's folder that an installation has written. */
export interface InstallOutcome {
  /** New entries; of a new folder, the folder alone. */
  made: string[]
  /** Files of the commit, written again. */
  changed: string[]
  removed: string[]
}

/** Variables that differ in each deployment or commit, and alone do not cause a reinstall. */
const ofDeployment = new Set(['CC_DEPLOYMENT_ID', 'COMMIT_ID', 'CC_COMMIT_ID'])

const templateNames = /\{\{(\w+)/g

/** Salted, so that equal values of two applications cannot be recognised. */
export function recordOf(
  inputs: InstallInputs,
  made: Omit<InstallationRecord, 'commit' | 'decidedBy' | 'variables'>,
): InstallationRecord {
  const variables = Object.entries(inputs.environment)
    .filter(([name]) => !ofDeployment.has(name))
    .map(([name, value]) => [name, createHmac('sha256', made.salt).update(value).digest('hex')])
  return {
    ...made,
    commit: inputs.commit,
    decidedBy: decidedBy(inputs),
    variables: Object.fromEntries(variables),
  }
}

function decidedBy({ recipe, machine }: InstallInputs): string {
  const { dependencies, tools, submodules, home = [], copies = [] } = recipe
  const platform = `${process.platform}-${process.arch}`
  const facts = [platform, submodules, dependencies, tools, home, copies, machine]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

/** Whether an earlier installation can be reused, and the log line about it. */
export type ReuseDecision = Reuse | Reinstall

interface Reuse {
  isReusable: true
  sentence: string
  /** The application has install scripts: the command runs again over what is installed. */
  runsAgain?: true
}

interface Reinstall {
  isReusable: false
  /** Absent when tools or command differ, which the log has already said. */
  sentence?: string
}

/**
 * Reinstalls when the tools or the command differ, or when a file or a variable that the installation may have read has
 * changed. `changedPath` is the first path whose content is not what the record says.
 */
export function decideReuse(
  earlier: InstallationRecord,
  inputs: InstallInputs,
  changedPath?: string,
): ReuseDecision {
  const { reader, ownScript, deploymentNumber } = earlier
  const now = recordOf(inputs, earlier)
  if (now.decidedBy !== earlier.decidedBy) return { isReusable: false }
  const isSameCommit = now.commit === earlier.commit
  if (!isSameCommit && !earlier.sources) return { isReusable: false }
  if (!isSameCommit && changedPath !== undefined) {
    return again(`${named(changedPath)} changed since deployment ${deploymentNumber}`)
  }
  const reaching = changedVariables(earlier, now, inputs.recipe)
  if (reaching.length > 0) {
    const why = reader === undefined ? '' : `, and ${reader} may read variables`
    return again(`${listed(reaching)} changed${why}`)
  }
  const sentence = `Dependencies unchanged since deployment ${deploymentNumber}: reused.`
  if (isSameCommit || ownScript === undefined) return { isReusable: true, sentence }
  if (!inputs.recipe.dependencies?.isIncremental) return again(`${ownScript} may read the commit`)
  return { isReusable: true, sentence, runsAgain: true }
}

const again = (why: string): Reinstall => ({
  isReusable: false,
  sentence: `Dependencies are installed again: ${why}.`,
})

const named = (path: string) => (path === '' ? 'the list of files' : JSON.stringify(path))

/** Changed variables that may have reached the installation. */
function changedVariables(
  earlier: InstallationRecord,
  now: InstallationRecord,
  { home = [] }: Recipe,
): string[] {
  const names = new Set([...Object.keys(earlier.variables), ...Object.keys(now.variables)])
  const changed = [...names].filter((name) => earlier.variables[name] !== now.variables[name])
  const inFiles = new Set(
    home.flatMap(({ template }) =>
      [...template.matchAll(templateNames)].map(([, name = '']) => name),
    ),
  )
  return changed
    .filter((name) => earlier.reader !== undefined || isInstallVariable(name) || inFiles.has(name))
    .sort()
}

const maxNamed = 5

const listed = (names: string[]) =>
  names.length <= maxNamed
    ? names.join(', ')
    : `${names.slice(0, maxNamed).join(', ')} and ${names.length - maxNamed} more variables`

/** Prefixes of variables read by package managers, by Node below them and by programs that they start for downloads. */
const installPrefixes =
  /^(npm|pnpm|yarn|berry|bun|corepack|node|uv|openssl|ssl|git|ssh|curl|xdg|ld|lc|ci)_/i

const installNames = new Set([
  ...['ALL_PROXY', 'FTP_PROXY', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'PROXY'],
  // pnpm and Yarn switch to frozen lock files when they detect CI.
  ...['CI', 'CONTINUOUS_INTEGRATION', 'BUILD_ID', 'BUILD_NUMBER', 'RUN_ID'],
  ...['GLIBC_TUNABLES', 'HOME', 'LANG', 'LANGUAGE', 'PATH', 'PREFIX', 'SHELL', 'TZ', 'USER'],
  ...['TEMP', 'TMP', 'TMPDIR'],
])

/** Whether a variable can affect an installation even when no package has an install script. */
const isInstallVariable = (name: string): boolean =>
  installPrefixes.test(name) || installNames.has(name.toUpperCase())
