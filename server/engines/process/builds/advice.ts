/** What commands print when a server does not let them in, and what the owner can do about it. */
const refusals: readonly (readonly [sign: RegExp, advice: string])[] = [
  [
    // npm, pnpm, Yarn 1, later Yarns, Bun.
    /\bcode E40[13]\b|ERR_PNPM_FETCH_40[13]|Request failed \\?"40[13] |\bYN0041\b|error: GET \S+ - 40[13]\b/,
    'A registry refuses to give a package: set NPM_TOKEN or CC_NPM_BASIC_AUTH to credentials that it accepts, and CC_NPM_REGISTRY to its host.',
  ],
  [
    // Git itself when SSH was not let in, and Bun, which does not show what Git says.
    /Could not read from remote repository|"git clone" for .* failed/,
    'A Git repository cannot be read: check its address, and set CC_SSH_PRIVATE_KEY to a private key that may read it.',
  ],
]

export interface Adviser {
  /** Takes a line that a command has printed. */
  hear(line: string): void
  /** What helps against that of which the lines speak. */
  advice(): string[]
}

/** Listens to a command, to say what to change when it fails. */
export function adviser(): Adviser {
  const heard = new Set<string>()
  return {
    hear(line) {
      for (const [sign, advice] of refusals) if (sign.test(line)) heard.add(advice)
    },
    advice: () => [...heard],
  }
}
