import type { KnownProblem } from '#engines/process/builds/known-problem.ts'

const outdatedLock: KnownProblem = {
  signs: [
    /^error: (cannot update )?the lock file .{1,300} (because --locked was passed|needs to be updated but --locked)/,
    /^error: cannot create the lock file .{1,300} because --locked was passed/,
  ],
  advice:
    'Cargo.lock does not agree with Cargo.toml: run `cargo check` where you develop, and commit the Cargo.lock that it writes.',
}

const brokenLock: KnownProblem = {
  signs: [/^error: failed to parse lock file at: /],
  advice:
    'Cargo.lock cannot be read: it was merged by hand, or written by a newer Cargo. Run `cargo generate-lockfile` where you develop with the Rust of rust-toolchain.toml or CC_RUSTUP_CHANNEL, and commit it.',
}

const olderRust: KnownProblem = {
  signs: [
    /^error: rustc \d\S{0,40} is not supported by the following packages?:/,
    /requires rustc \d\S{0,40} or newer, while the currently active rustc version is/,
    /^ {0,4}(feature `edition\d{4}` is required|this version of Cargo is older than the `\d{4}` edition)/,
    /lock file version `?\d{1,3}`? was found, but this version of Cargo does not understand/,
  ],
  advice:
    'A package needs a newer Rust than is used: ask for it with channel in rust-toolchain.toml (or CC_RUSTUP_CHANNEL), such as stable; or ask for an older release of the package in Cargo.toml.',
}

const nightlyOnly: KnownProblem = {
  signs: [
    /^error\[E0554\]: `#!\[feature\]` may not be used on the /,
    /^error: the option `Z` is only accepted on the nightly compiler/,
  ],
  advice:
    'Something unstable is used that only a nightly Rust has: CC_RUSTUP_CHANNEL=nightly, better one of a day such as nightly-2026-10-30, or the same as channel in rust-toolchain.toml.',
}

const noCrate: KnownProblem = {
  signs: [/^error: no matching package (named `.{1,100}` )?found/],
  advice:
    'A crate is not where Cargo.toml looks for it: check its name. One of your own by `path = "../core"` must be in the repository, and APP_FOLDER keeps it there.',
}

const noVersion: KnownProblem = {
  signs: [
    /^error: failed to select a version for the requirement `/,
    /^candidate versions found which didn't match: /,
    /^ {0,4}version \S{1,40} is yanked$/,
  ],
  advice:
    'The registry has no version of a crate that fits, or it was yanked: run `cargo update` with its name where you develop, and commit Cargo.toml and Cargo.lock.',
}

const noFeature: KnownProblem = {
  signs: [
    /^error: the package '.{1,100}' does not contain this feature: /,
    /^error: none of the selected packages contains /,
    /^package `.{1,100}` depends on `.{1,100}` with feature `.{1,100}` but `/,
  ],
  advice:
    'A feature is asked for that does not exist: those of your package are the names below [features] in its Cargo.toml (CC_RUST_FEATURES), those of a dependency are on its page of the registry.',
}

const noFile: KnownProblem = {
  signs: [
    /^error: can't find (bin )?`.{1,100}` (bin )?at /,
    /^error\[E0583\]: file not found for module `/,
    /^ {0,4}no targets specified in the manifest/,
  ],
  advice:
    'A file of the program is not in the repository: commit it (.gitignore may leave it out, and names are case-sensitive here), or correct path of its [[bin]] in Cargo.toml.',
}

const noLibrary: KnownProblem = {
  signs: [
    /unable to find library -l[\w.+-]{1,60}/,
    /^ {0,4}The system library `.{1,60}` required by crate `.{1,60}` was not found\./,
    /^ {0,4}(The pkg-config command could not be found|Could not find directory of OpenSSL installation)/,
    /Unable to find libclang/,
  ],
  advice:
    'A crate links against a library of C that is not here: choose features in pure Rust (such as rustls in the place of native-tls) or ones that bring the library (such as bundled, vendored), or build by a Dockerfile that installs it.',
}

const noLinker: KnownProblem = {
  signs: [/^error: linker `.{1,100}` not found/],
  advice:
    'The linker that is asked for is not here, as there is that of gcc: remove `linker` and `-fuse-ld` of .cargo/config.toml and RUSTFLAGS, or build by a Dockerfile that installs it.',
}

const noTarget: KnownProblem = {
  signs: [/^ {0,4}= note: the `.{1,60}` target may not be installed/],
  advice:
    'Only programs for this machine can be built: remove `target` below [build] in .cargo/config.toml and CARGO_BUILD_TARGET.',
}

const noVariable: KnownProblem = {
  signs: [
    /^error: environment variable `.{1,100}` not defined at compile time/,
    /^error: `DATABASE_URL` must be set, or `cargo sqlx prepare` must have been run/,
  ],
  advice:
    'A variable is read while the program is compiled: set it with `berth env set`, or read it when the program runs (std::env::var). For sqlx run `cargo sqlx prepare` where you develop, commit the folder .sqlx, and set SQLX_OFFLINE=true.',
}

const killed: KnownProblem = {
  signs: [/\(signal: 9, SIGKILL: kill\)/, /^rustc-LLVM ERROR: out of memory/],
  advice:
    'The compiler was killed, most often because the build needs more memory than it may use: set CARGO_BUILD_JOBS=1 so that one crate is compiled at a time, CARGO_PROFILE_RELEASE_LTO=off if Cargo.toml switches it on, or choose a larger flavor for builds.',
}

const unreachableRegistry: KnownProblem = {
  signs: [/^ {0,4}(warning: spurious network error .{0,100})?\[(5|6|7|28|35)\] /],
  advice:
    'The registry of crates does not answer: builds reach the internet, but neither this machine nor private networks. Check .cargo/config.toml and deploy again, or commit the crates by `cargo vendor`; an operator opens a private network by BERTH_EGRESS_ALLOWED.',
}

const privateRegistry: KnownProblem = {
  signs: [
    /^ {0,4}registry index was not found in any configuration: `/,
    /^ {0,4}unable to update registry `/,
    /^(error: )?(no token found for `|token rejected for `)/,
  ],
  advice:
    'A registry of crates is unknown, does not answer or asks for a token: commit .cargo/config.toml with its index, and set CARGO_REGISTRIES_<NAME>_TOKEN to the token. Crates by Git need CC_SSH_PRIVATE_KEY.',
}

/** Problems of the builds of Rust applications. */
export const rustProblems: readonly KnownProblem[] = [
  outdatedLock,
  brokenLock,
  olderRust,
  nightlyOnly,
  noCrate,
  noVersion,
  noFeature,
  noFile,
  noLibrary,
  noLinker,
  noTarget,
  noVariable,
  killed,
  privateRegistry,
  unreachableRegistry,
]
