import { createHash, createHmac } from 'node:crypto'
import type { Recipe } from '#platform/deployments/recipe/recipe.ts'

/** What decides an installation that is the application's own. */
export interface InstallInputs {
  commit: string
  recipe: Recipe
  /** What the machine gives every installation, such as the address of its registry. */
  machine: unknown
  environment: Readonly<Record<string, string>>
}

/** What was written down of an installation, to tell whether the next one would be the same. */
export interface InstallationRecord {
  /** Of the deployment that made it. */
  deploymentNumber: number
  /** The commit, the tools, the command and what the machine gives it. */
  decidedBy: string
  /** What could have read any variable, such as an install script; absent when nothing could. */
  reader?: string
  salt: string
  /** A hash of each variable with the salt, by name. */
  variables: Record<string, string>
}

/** New for each deployment, and no reason to install again. */
const ofDeployment = new Set(['CC_DEPLOYMENT_ID'])

const templateNames = /\{\{(\w+)/g

/** The salt keeps equal values of two applications from being recognised. */
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

/** Whether an earlier installation can stand for the next one, and what the log says about it. */
export type ReuseDecision = { isReusable: true; sentence: string } | Again

interface Again {
  isReusable: false
  /** Absent where the source itself is another, of which the log has spoken. */
  sentence?: string
}

/** An installation that would be made of other files is made; so is one that a changed variable could reach. */
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

/** Read by package managers, by the Node under them and by the programs that they start to fetch something. */
const installPrefixes =
  /^(npm|pnpm|yarn|berry|bun|corepack|node|uv|openssl|ssl|git|ssh|curl|xdg|ld|lc|ci)_/i

const installNames = new Set([
  ...['ALL_PROXY', 'FTP_PROXY', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'PROXY'],
  // pnpm and Yarn install only what the lock file says where they find a continuous integration.
  ...['CI', 'CONTINUOUS_INTEGRATION', 'BUILD_ID', 'BUILD_NUMBER', 'RUN_ID'],
  ...['GLIBC_TUNABLES', 'HOME', 'LANG', 'LANGUAGE', 'PATH', 'PREFIX', 'SHELL', 'TZ', 'USER'],
  ...['TEMP', 'TMP', 'TMPDIR'],
])

/** Whether an installation may depend on a variable although no package has an install script. */
const isInstallVariable = (name: string): boolean =>
  installPrefixes.test(name) || installNames.has(name.toUpperCase())
