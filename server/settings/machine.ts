/** Non-secret settings of this machine for child programs. */
export interface MachineSettings {
  readonly extraCaCerts: string | undefined
  readonly npmRegistry: string | undefined
  readonly proxies: Readonly<Record<string, string>>
  readonly path: string
  /** Where package managers of languages find packages, by the names that those read: mirrors of the operator. */
  readonly packageSources: Readonly<Record<string, string>>
}

const proxyNames = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [
  name,
  name.toUpperCase(),
])

const packageSourceNames = ['GOPROXY', 'GOSUMDB', 'RUSTUP_DIST_SERVER', 'UV_PYTHON_INSTALL_MIRROR']

/** The variables read here. */
export const machineVariables = [
  'NODE_EXTRA_CA_CERTS',
  'npm_config_registry',
  'PATH',
  ...proxyNames,
  ...packageSourceNames,
]

export function readMachine(environment: NodeJS.ProcessEnv): MachineSettings {
  return Object.freeze({
    extraCaCerts: environment.NODE_EXTRA_CA_CERTS,
    npmRegistry: environment.npm_config_registry,
    path: environment.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    proxies: given(environment, proxyNames),
    packageSources: given(environment, packageSourceNames),
  })
}

const given = (environment: NodeJS.ProcessEnv, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  )
