import { createHash, createHmac } from 'node:crypto'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'

/** Inputs that determine a private installation. */
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
  /** Hash of the commit, the tools, the command and the machine-wide inputs. */
  decidedBy: string
  /** What may have read any variable, such as an install script; absent when nothing could. */
  reader?: string
  salt: string
  /** Salted hash of each variable, by name. */
  variables: Record<string, string>
}

/** Variables that differ in each deployment and do not cause a reinstall. */
const ofDeployment = new Set(['CC_DEPLOYMENT_ID'])

const templateNames = /\{\{(\w+)/g

/** Salted, so that equal values of two applications cannot be recognised. */
export function recordOf(
  inputs: InstallInputs,
  made: { deploymentNumber: number; salt: string; reader: string | undefined },
): InstallationRecord {
  const variables = Object.entries(inputs.environment)
    .filter(([name]) => !ofDeployment.has(name))
    .map(([name, value]) => [name, createHmac('sha256', made.salt).update(value).digest('hex')])
  return {
    deploymentNumber: made.deploymentNumber,
    decidedBy: decidedBy(inputs),
    salt: made.salt,
    variables: Object.fromEntries(variables),
    ...(made.reader !== undefined && { reader: made.reader }),
  }
}

function decidedBy({ commit, recipe, machine }: InstallInputs): string {
  const { dependencies, tools, submodules, home = [], copies = [] } = recipe
  const platform = `${process.platform}-${process.arch}`
  const facts = [platform, commit, submodules, dependencies, tools, home, copies, machine]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

/** Whether an earlier installation can be reused, and the log line about it. */
export type ReuseDecision = { isReusable: true; sentence: string } | Again

interface Again {
  isReusable: false
  /** Absent when the source differs, which the log has already said. */
  sentence?: string
}

/** Reinstalls when the source, tools or command differ, or when a changed variable may have been read. */
export function decideReuse(earlier: InstallationRecord, inputs: InstallInputs): ReuseDecision {
  const { salt, reader, deploymentNumber } = earlier
  const now = recordOf(inputs, { deploymentNumber, salt, reader })
  if (now.decidedBy !== earlier.decidedBy) return { isReusable: false }
  const names = new Set([...Object.keys(earlier.variables), ...Object.keys(now.variables)])
  const changed = [...names].filter((name) => earlier.variables[name] !== now.variables[name])
  const inFiles = new Set(
    (inputs.recipe.home ?? []).flatMap(({ template }) =>
      [...template.matchAll(templateNames)].map(([, name = '']) => name),
    ),
  )
  const reaching = changed
    .filter((name) => reader !== undefined || isInstallVariable(name) || inFiles.has(name))
    .sort()
  if (reaching.length > 0) {
    const why = reader === undefined ? '' : `, and ${reader} may read variables`
    const sentence = `Dependencies are installed again: ${listed(reaching)} changed${why}.`
    return { isReusable: false, sentence }
  }
  return {
    isReusable: true,
    sentence: `Dependencies unchanged since deployment ${deploymentNumber}: reused.`,
  }
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
