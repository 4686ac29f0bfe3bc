import type { Kind, PlatformVariable } from '#runtimes/variable.ts'
import { isProgramName } from './cargo-toml.ts'

const channel: Kind = {
  words:
    'it must be stable, beta, nightly, one of a day such as nightly-2026-10-30, or a version such as 1.88',
  accepts: (text) => /^[A-Za-z0-9][\w.-]{0,60}$/.test(text),
}

const program: Kind = {
  words: 'it must be the name of a program of the package, such as server',
  accepts: isProgramName,
}

const features: Kind = {
  words: 'it must be names of features with commas or spaces between them, such as postgres,tls',
  accepts: (text) => /^[\w][\w+./?:-]{0,100}([, ]+[\w][\w+./?:-]{0,100}){0,99}$/.test(text.trim()),
}

/** Variables of Rust applications, besides those of every application. */
export const rustVariables: readonly PlatformVariable[] = [
  {
    name: 'CC_RUSTUP_CHANNEL',
    kind: channel,
    meaning:
      'The Rust that builds: stable by default, beta, nightly, nightly-2026-10-30 or a version such as 1.88.',
  },
  {
    name: 'CC_RUST_BIN',
    kind: program,
    meaning: 'The program that is started, where the build makes several.',
  },
  {
    name: 'CC_RUST_FEATURES',
    kind: features,
    meaning: 'Features that are built besides the default ones, with commas between them.',
  },
]
