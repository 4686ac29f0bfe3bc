interface Push {
  url: string
  branch: string
  message: string
  /** Certificate authority of the platform in PEM, which Git does not know. */
  authority?: string | undefined
}

/** The commands of a first push, from the folder of a repository. */
export const pushCommands = ({ url, branch, message, authority }: Push): string =>
  [
    `git add --all && git commit --message "${message}"`,
    `git remote add berth ${url}`,
    ...(authority ? trustCommands(new URL(url).origin, authority) : []),
    `git push berth HEAD:${branch}`,
  ].join('\n')

/**
 * Writes the authority beside the settings of the repository, and has Git trust it for this platform only; by its folder
 * as well, because a machine that sets GIT_SSL_CAINFO overrides the file.
 */
const trustCommands = (origin: string, authority: string): string[] => [
  'mkdir -p .git/berth',
  "cat > .git/berth/authority.pem << 'END'",
  authority.trim(),
  'END',
  `git config http.${origin}/.sslCAInfo "$PWD/.git/berth/authority.pem"`,
  `git config http.${origin}/.sslCAPath "$PWD/.git/berth"`,
]
