/** Read by package managers, by the Node under them and by the programs that they start to fetch something. */
const prefixes =
  /^(npm|pnpm|yarn|berry|bun|corepack|node|uv|openssl|ssl|git|ssh|curl|xdg|ld|lc|ci)_/i

const names = new Set([
  ...['ALL_PROXY', 'FTP_PROXY', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'PROXY'],
  // pnpm and Yarn install only what the lock file says where they find a continuous integration.
  ...['CI', 'CONTINUOUS_INTEGRATION', 'BUILD_ID', 'BUILD_NUMBER', 'RUN_ID'],
  ...['GLIBC_TUNABLES', 'HOME', 'LANG', 'LANGUAGE', 'PATH', 'PREFIX', 'SHELL', 'TZ', 'USER'],
  ...['TEMP', 'TMP', 'TMPDIR'],
])

/** Whether an installation may depend on a variable although no package has an install script. */
export const isInstallVariable = (name: string): boolean =>
  prefixes.test(name) || names.has(name.toUpperCase())
