import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviser } from './advice.ts'

const listen = (isInstall = true) => adviser({ isInstall, environment: {} })

const adviceOn = (...lines: string[]) => {
  const { hear, advice } = listen()
  lines.forEach(hear)
  return advice().join('\n')
}

for (const line of [
  'npm error code E401',
  'npm ERR! code E403',
  ' ERR_PNPM_FETCH_401  GET http://npm.example.org/a/-/a-1.0.0.tgz: Unauthorized - 401',
  'error Error: http://npm.example.org/a/-/a-1.0.0.tgz: Request failed "401 Unauthorized"',
  '➤ YN0041: │ a@npm:1.0.0: Invalid authentication (as an anonymous user)',
  'error: GET http://npm.example.org/a/-/a-1.0.0.tgz - 401',
]) {
  test(`build advice: "${line}" leads to advice about credentials`, () => {
    assert.match(adviceOn('one', line, line), /^[^\n]*NPM_TOKEN[^\n]*$/)
  })
}

for (const line of [
  'npm error fatal: Could not read from remote repository.',
  '➤ YN0001: │   Fatal Error: Could not read from remote repository.',
  'error: "git clone" for "private-tool" failed',
]) {
  test(`build advice: "${line}" leads to advice about repository access`, () =>
    assert.match(adviceOn(line), /CC_SSH_PRIVATE_KEY/))
}

for (const line of [
  'npm error code ECONNREFUSED',
  'npm ERR! code ETIMEDOUT',
  'npm error code ENOTFOUND',
  'npm error code E503',
  ' ERR_PNPM_META_FETCH_FAIL  GET http://npm.example.org/a: request to http://npm.example.org/a failed, reason: socket hang up',
  '\u2009ECONNRESET\u2009 request to http://npm.example.org/a.tgz failed, reason: socket hang up',
  ' ERR_PNPM_FETCH_503  GET http://npm.example.org/a: Service Unavailable - 503',
  '➤ YN0001: │ RequestError: connect ECONNREFUSED 127.0.0.1:9',
  '➤ YN0035: │ a@npm:1.0.0: The registry appears to be down (using a local cache might have protected you)',
  'error Error: http://npm.example.org/a: socket hang up',
  'error Error: connect ECONNREFUSED 127.0.0.1:9',
  'ResponseError: Request failed "503 Service Unavailable"',
  'error: ConnectionRefused downloading package manifest a',
  'error: ConnectionClosed downloading tarball a@1.0.0',
  'error: GET http://npm.example.org/a - 503',
]) {
  test(`build advice: "${line}" leads to advice about an unreachable registry`, () => {
    assert.match(adviceOn(line), /^A registry does not answer: [^\n]*$/)
  })
}

for (const line of [
  'npm error code EINTEGRITY',
  ' ERR_PNPM_TARBALL_INTEGRITY  Got unexpected checksum for "http://npm.example.org/a.tgz".',
  'error: Integrity check failed for tarball: a',
  'error http://npm.example.org/a.tgz: Integrity check failed for "a" (computed integrity …)',
  "➤ YN0018: │ a@npm:1.0.0: The remote archive doesn't match the expected checksum",
]) {
  test(`build advice: "${line}" leads to advice about a wrong checksum`, () => {
    assert.match(adviceOn(line), /^A registry gives another package[^\n]*$/)
  })
}

for (const line of [
  'npm error The `npm ci` command can only install with an existing package-lock.json or',
  ' ERR_PNPM_BROKEN_LOCKFILE  The lockfile at "/home/app/app_1/pnpm-lock.yaml" is broken',
  "error SyntaxError: Unknown token: { line: 8, col: 1, type: 'INVALID', value: undefined } 8:1 in /home/app/app_1/yarn.lock",
  '    at t.setupResolutions (/opt/yarn/bin/yarn.js:209:777)',
  "SyntaxError: failed to parse lockfile: 'bun.lock'",
]) {
  test(`build advice: "${line}" leads to advice about a broken lock file`, () => {
    assert.match(adviceOn(line), /^The lock file is broken: [^\n]*$/)
  })
}

for (const line of [
  'npm error `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync.',
  ' ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"',
  'error Your lockfile needs to be updated, but yarn was run with `--frozen-lockfile`.',
  '➤ YN0028: │ The lockfile would have been modified by this install, which is explicitly forbidden.',
  'error: lockfile had changes, but lockfile is frozen',
]) {
  test(`build advice: "${line}" leads to advice about a lock file out of sync`, () => {
    assert.match(adviceOn(line), /^The lock file does not agree [^\n]*$/)
  })
}

test('build advice: other lines lead to no advice', () => {
  assert.equal(adviceOn('npm error code E404', 'GET / 401', 'Permission denied', ''), '')
  assert.equal(adviceOn('Error: connect ECONNREFUSED 127.0.0.1:5432', 'error code 5'), '')
})

for (const line of [
  'error Error: connect ECONNREFUSED 127.0.0.1:5432',
  'ResponseError: Request failed "503 Service Unavailable"',
  'error: GET http://api.example.org/things - 503',
  'FetchError: https://fonts.example.org/css: request to https://fonts.example.org/css failed, reason: ',
  'PrismaClientInitializationError code E401',
]) {
  test(`build advice: "${line}" of a command that installs nothing leads to no registry advice`, () => {
    const { hear, advice } = listen(false)
    hear(line)
    assert.deepEqual(advice({ code: 1 }), [])
  })
}

test('build advice: a failed download in an install script leads to no registry advice', () => {
  const line = 'npm error FetchError: request to https://files.example.org/x failed, reason: '
  assert.equal(adviceOn(line, 'npm error code 1'), '')
})

for (const line of [
  'npm error code ETARGET',
  ' ERR_PNPM_NO_MATCHING_VERSION  No matching version found for a@9.9.9',
  'error Couldn\'t find any versions for "a" that matches "9.9.9"',
  '➤ YN0082: │ a@npm:9.9.9: No candidates found',
  'error: No version matching "9.9.9" found for specifier "a" (but package exists)',
]) {
  test(`build advice: "${line}" leads to advice about a version that is not there`, () =>
    assert.match(adviceOn(line), /^The registry does not have a version [^\n]*$/))
}

test('build advice: a program that asks an unknown host leads to advice about it, a registry to its own', () => {
  const unknown = 'getaddrinfo ENOTFOUND files.example.org'
  const line = `Error: request to https://files.example.org/x failed, reason: ${unknown}`
  for (const each of [line, `npm error ${line}`]) {
    assert.match(adviceOn(each, 'npm error code 1'), /^A program of the build asks a host/)
  }
  assert.equal(adviceOn(`npm error network request to https://a failed, reason: ${unknown}`), '')
  const ofRegistry = `\u2009ENOTFOUND\u2009 request to https://files.example.org/a failed, reason: ${unknown}`
  assert.match(adviceOn(ofRegistry), /^A registry does not answer: [^\n]*$/)
})

test('build advice: a killed build leads to advice about memory, a missing command to advice about the command', () => {
  const listening = adviser({ isInstall: false, environment: { NODE_ENV: 'production' } })
  assert.match(listening.advice({ code: 137 }).join(), /memory/)
  assert.match(listening.advice({ code: 1, cause: 'out of memory' }).join(), /needs more memory/)
  listening.hear('sh: 1: tsc: not found')
  assert.match(listening.advice({ code: 127 }).join(), /tsc.*CC_NODE_DEV_DEPENDENCIES=install/)
  assert.match(listening.advice({ code: 1 }).join(), /tsc.*CC_NODE_DEV_DEPENDENCIES=install/)
})

test('build advice: only the beginning of a line is matched, however long it is', () => {
  const listening = listen()
  listening.hear(`${'YN0001: '.repeat(2000)}RequestError`)
  assert.deepEqual(listening.advice(), [])
  listening.hear('YN0001: RequestError')
  assert.equal(listening.advice().length, 1)
})

test('build advice: an unapproved install script of pnpm leads to pnpm approve-builds', () => {
  const line = '[ERR_PNPM_IGNORED_BUILDS] Ignored build scripts: esbuild@0.25.0'
  assert.match(adviceOn(line), /^pnpm runs install scripts only [^\n]*pnpm approve-builds[^\n]*$/)
})

for (const [line, expected] of [
  ['ERROR: No matching distribution found for flsk', /CC_PYTHON_VERSION/],
  [
    'ERROR: Cannot install a and b because these package versions have conflicting dependencies.',
    /exclude each other/,
  ],
  ['error: The lockfile at `uv.lock` needs to be updated, but `--locked` was provided.', /uv lock/],
  [
    'pyproject.toml changed significantly since poetry.lock was last generated. Run `poetry lock` to fix the lock file.',
    /poetry lock/,
  ],
  ['Your Pipfile.lock (a1b2c3) is out of date. Expected: (d4e5f6).', /pipenv lock/],
  ['    x.c:2:10: fatal error: lber.h: No such file or directory', /headers of a library/],
  ['error: externally-managed-environment', /those of \.venv/],
  [
    "django.core.exceptions.ImproperlyConfigured: You're using the staticfiles app without having set the STATIC_ROOT setting to a filesystem path.",
    /STATIC_FILES_PATH=collected/,
  ],
  ['django.db.utils.OperationalError: connection failed: Connection refused', /link the add-on/],
  ["ERROR: Package 'shop' requires a different Python: 3.13.5 not in '<3.13'", /CC_PYTHON_VERSION/],
  ["      ModuleNotFoundError: No module named 'distutils'", /CC_PYTHON_VERSION=3\.11/],
  [
    'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated the package versions, please update the hashes.',
    /--generate-hashes/,
  ],
  ["error: can't find Rust compiler", /with a wheel/],
  [
    "python: can't open file '/home/app/app_1/manage.py': [Errno 2] No such file or directory",
    /APP_FOLDER/,
  ],
  ['error: No download found for request: cpython-3.33-linux-x86_64-gnu', /such as 3\.12/],
  ['error: Failed to install cpython-3.12.16-linux-x86_64-gnu', /UV_PYTHON_INSTALL_MIRROR/],
] as const) {
  test(`build advice: "${line.slice(0, 60)}" of Python is explained`, () =>
    assert.match(adviceOn(line), expected))
}

for (const [line, expected] of [
  [
    "Could not find gem 'shopp' in rubygems repository https://rubygems.org/.",
    /bundle update <gem>/,
  ],
  [
    'Your bundle only supports platforms ["arm64-darwin-23"] but your local platform is',
    /--add-platform/,
  ],
  [
    "Bundler is unlocking ruby, but the lockfile can't be updated because frozen mode",
    /agree with the Gemfile/,
  ],
  ["Could not find 'bundler' (2.9.1) required by your /home/app/Gemfile.lock.", /update --bundler/],
  ['Your Ruby version is 3.3.13, but your Gemfile specified ~> 3.2.0', /CC_RUBY_VERSION/],
  ['Gem::Ext::BuildError: ERROR: Failed to build gem native extension.', /a version of the gem/],
  ['ExecJS::RuntimeUnavailable: Could not find a JavaScript runtime. See', /mise\.toml/],
  ["ArgumentError: Missing `secret_key_base` for 'production' environment", /SECRET_KEY_BASE/],
  ["Don't know how to build task 'db:migrat' (See the list of available tasks", /CC_RAKEGOALS/],
  [
    'Could not reach host index.rubygems.org. Check your network connection and try',
    /bundle cache/,
  ],
  [
    'StandardError: An error has occurred, this and all later migrations canceled:',
    /^A migration fails/,
  ],
  ['ActiveRecord::ConnectionNotEstablished: connection to server at', /below production/],
  [
    'Could not load database configuration. No such file - ["config/database.yml"]',
    /is not in the repository/,
  ],
  [
    "expected file /home/app/x/app/models/shop.rb to define constant Shop, but didn't",
    /zeitwerk:check/,
  ],
] as const) {
  test(`build advice: "${line.slice(0, 60)}" of Ruby is explained`, () =>
    assert.match(adviceOn(line), expected))
}

for (const [line, expected] of [
  [
    'main.go:4:2: missing go.sum entry for module providing package github.com/go-chi/chi/v5',
    /go mod tidy/,
  ],
  ['go: updates to go.mod needed; to update it:', /go mod tidy/],
  ['main.go:5:2: no required module provides package github.com/x/y; to add it:', /go get/],
  ['verifying github.com/x/y@v1.0.0: checksum mismatch', /GOPRIVATE/],
  ['go: inconsistent vendoring in /app:', /go mod vendor/],
  ['no Go files in /app', /CC_GO_PKG/],
  ['package cmd/server is not in std (/opt/go/src/cmd/server)', /begins with \.\//],
  ['go: go.mod requires go >= 1.99 (running go 1.27.3; GOTOOLCHAIN=local)', /newer Go/],
  [
    "fatal: could not read Username for 'https://github.com': terminal prompts disabled",
    /GOPRIVATE/,
  ],
  ['cgo: C compiler "clang" not found: exec: "clang": executable file not found', /pure Go/],
  ['main.go:9:12: pattern dist/*: no matching files found', /CC_PRE_BUILD_HOOK/],
  [
    'package example.org/shop: build constraints exclude all Go files in /home/app/app_1',
    /GOFLAGS=-tags/,
  ],
  ['go: errors parsing go.mod:', /go line/],
  ['error obtaining VCS status: exit status 128', /-buildvcs=false/],
  ['net/http: /opt/go/pkg/tool/linux_amd64/compile: signal: killed', /GOFLAGS=-p=1/],
] as const) {
  test(`build advice: "${line.slice(0, 60)}" of Go is explained`, () =>
    assert.match(adviceOn(line), expected))
}

for (const [line, expected] of [
  ['- Required package "a/b" is not present in the lock file.', /composer update --lock/],
  [
    '    - acme/shop is locked to version 2.0.0 and requires php ^8.5 -> your php version (8.4.27) does not satisfy that requirement.',
    /CC_PHP_VERSION/,
  ],
  [
    "    - Root composer.json requires PHP extension ext-mongodb * but it is missing from your system. Install or enable PHP's mongodb extension.",
    /--ignore-platform-req/,
  ],
  ['  Could not authenticate against github.com', /COMPOSER_AUTH/],
  ['  curl error 6 while downloading https://packages.example/packages.json: Co', /folder vendor/],
  [
    '    - Root composer.json requires acme/shopp, it could not be found in any version, there may be a typo in the package name.',
    /correct its name/,
  ],
  ['PHP Parse error:  syntax error, unexpected token ";" in /app/a.php on line 3', /php -l/],
  [
    'PHP Fatal error:  Uncaught Error: Class "App\\Shop" not found in /app/migrate.php:3',
    /same capitals/,
  ],
  [
    'PHP Fatal error:  Allowed memory size of 1610612736 bytes exhausted (tried to allocate 4096 bytes)',
    /COMPOSER_MEMORY_LIMIT/,
  ],
  [
    'symfony/runtime contains a Composer plugin which is blocked by your allow-plugins config. You may',
    /allow-plugins\.<package>/,
  ],
  ['  could not find driver (Connection: sqlsrv, SQL: select 1)', /mysql, pgsql and sqlite/],
  ['SQLSTATE[42P07]: Duplicate table: 7 ERROR:  relation "visits" exists', /ended halfway/],
  ['SQLSTATE[08006] [7] connection to server at "127.0.0.1", port 1 failed', /link the add-on/],
] as const) {
  test(`build advice: "${line.trim().slice(0, 60)}" of PHP is explained`, () =>
    assert.match(adviceOn(line), expected))
}

for (const [line, expected] of [
  ['mise ERROR Failed to install erlang@27: error sending request', /mise ls-remote/],
  ['mise ERROR no task build found in /app, but there are others', /chmod \+x/],
  ['Makefile:2: *** missing separator.  Stop.', /begin with a tab/],
] as const) {
  test(`build advice: "${line.slice(0, 60)}" of mise and make is explained`, () =>
    assert.match(adviceOn(line), expected))
}

for (const [line, expected] of [
  ["make: *** No rule to make target 'all'.  Stop.", /not committed/],
  ["make[1]: *** No rule to make target 'a.c', needed by 'a.o'.  Stop.", /not committed/],
  ['Makefile:2: *** missing separator.  Stop.', /begin with a tab/],
  ['mise ERROR Failed to install core:erlang@27: no prebuilt', /mise ls-remote/],
  ['mise ERROR no task named `build` found', /chmod \+x/],
  ['mise WARN  GitHub rate limit exceeded. Resets at 2026-11-19', /GITHUB_TOKEN/],
  ['a.c:1:10: fatal error: curses.h: No such file or directory', /-I.*Dockerfile/],
  ['/usr/bin/ld: cannot find -lcurses: No such file or directory', /Dockerfile that installs/],
  ['Package libzmq was not found in the pkg-config search path.', /Dockerfile that installs/],
  ["b.c:(.text+0x5): undefined reference to `sqrt'", /LDLIBS/],
  ['cc1: all warnings being treated as errors', /-Werror/],
  ['  Could not find a package configuration file provided by "Qt6" with any of', /FetchContent/],
  ['  Could NOT find Curses (missing: CURSES_LIBRARY)', /FetchContent/],
  [
    'CMake Error: The source directory "/app" does not appear to contain CMakeLists.txt.',
    /APP_FOLDER/,
  ],
  ['configure: error: Package requirements (zlib >= 9) were not met:', /--help/],
  ['sh: 1: ./build.sh: Permission denied', /--chmod=\+x/],
  ['bash: line 1: ./build.sh: Permission denied', /--chmod=\+x/],
  ['bash: ./build.sh: /bin/sh^M: bad interpreter: No such file', /eol=lf/],
  ["build.sh: line 2: $'echo\\r': command not found", /eol=lf/],
] as const) {
  test(`build advice: "${line.slice(0, 60)}" of a compiler is explained`, () =>
    assert.match(adviceOn(line), expected))
}

for (const [line, expected] of [
  [
    'CommandError: Conflicting migrations detected; multiple leaf nodes in the migration graph: (0002_a, 0002_b in shop).',
    /makemigrations --merge/,
  ],
  [
    "django.db.migrations.exceptions.NodeNotFoundError: Migration shop.0002 dependencies reference nonexistent parent node ('shop', '0001_initial')",
    /not committed/,
  ],
  [
    'django.db.migrations.exceptions.InconsistentMigrationHistory: Migration admin.0001_initial is applied before its dependency',
    /restore a back-up/,
  ],
  ['django.db.utils.ProgrammingError: relation "shop_visit" already exists', /--fake/],
  ['django.db.utils.OperationalError: table "shop_visit" already exists', /--fake/],
  [
    'django.db.utils.IntegrityError: column "size" of relation "shop_visit" contains null values',
    /in two steps/,
  ],
  ["alembic.util.exc.CommandError: Can't locate revision identified by '3f2a'", /not committed/],
] as const) {
  test(`build advice: "${line.slice(0, 70)}" of a migration is explained`, () =>
    assert.match(adviceOn(line), expected))
}

for (const [line, expected] of [
  [
    'error: cannot update the lock file /home/app/x/Cargo.lock because --locked was passed to prevent this',
    /cargo check/,
  ],
  ['error: failed to parse lock file at: /home/app/x/Cargo.lock', /cargo generate-lockfile/],
  ['error: rustc 1.99.1 is not supported by the following package:', /CC_RUSTUP_CHANNEL/],
  [
    '  this version of Cargo is older than the `2027` edition, and only supports `2015`, `2018`, `2021`, and `2024` editions.',
    /newer Rust/,
  ],
  [
    'error[E0554]: `#![feature]` may not be used on the stable release channel',
    /CC_RUSTUP_CHANNEL=nightly/,
  ],
  ['error: no matching package named `foo` found', /path = "\.\.\/core"/],
  ['  version 0.3.2 is yanked', /cargo update/],
  ["candidate versions found which didn't match: 1.0.18, 1.0.17", /cargo update/],
  ["error: the package 'x' does not contain this feature: zzz", /CC_RUST_FEATURES/],
  [
    'package `x` depends on `itoa` with feature `nope` but `itoa` does not have that feature.',
    /\[features\]/,
  ],
  ["error: can't find bin `y` at path `/home/app/x/src/y.rs`", /gitignore/],
  ['error[E0583]: file not found for module `b`', /case-sensitive/],
  ['  = note: rust-lld: error: unable to find library -lnosuchlib', /rustls/],
  ['  The system library `openssl` required by crate `openssl-sys` was not found.', /Dockerfile/],
  ['error: linker `clang` not found', /\.cargo\/config\.toml/],
  ['  = note: the `wasm32-unknown-unknown` target may not be installed', /CARGO_BUILD_TARGET/],
  ['error: environment variable `DATABASE_URL` not defined at compile time', /SQLX_OFFLINE=true/],
  [
    "process didn't exit successfully: `rustc --crate-name x` (signal: 9, SIGKILL: kill)",
    /CARGO_BUILD_JOBS=1/,
  ],
  ['  registry index was not found in any configuration: `mine`', /_TOKEN/],
] as const) {
  test(`build advice: "${line.slice(0, 60)}" of Rust is explained`, () =>
    assert.match(adviceOn(line), expected))
}

test('build advice: the first errors of rustc are shown with their places', () => {
  const { hear, advice } = listen(false)
  for (const line of [
    'warning: unused variable: `x`',
    ' --> src/other.rs:9:9',
    'error[E0308]: mismatched types',
    '  --> src/main.rs:12:25',
    '   |',
    'error: expected one of `!` or `::`, found `=`',
    '  --> crates/core/src/lib.rs:3:7',
    'error: could not compile `x` (bin "x") due to 2 previous errors',
  ])
    hear(line)
  assert.deepEqual(advice({ code: 101 }).slice(0, 3), [
    'The first errors:',
    '  src/main.rs:12: mismatched types',
    '  crates/core/src/lib.rs:3: expected one of `!` or `::`, found `=`',
  ])
})

for (const [line, expected] of [
  [
    "WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NewConnectionError('",
    /PIP_INDEX_URL/,
  ],
  [
    '  cause: error sending request for url (https://index.example/starlette-1.10.0-py3-none-any.whl)',
    /UV_DEFAULT_INDEX/,
  ],
  [
    'main.go:12:2: example.org/chi@v5.5.0: Get "https://proxy.example/chi/@v/v5.5.0.zip": dial tcp: lookup proxy.example on 10.0.0.2:53: no such host',
    /GOPROXY/,
  ],
  [
    'warning: spurious network error (3 tries remaining): [6] Could not resolve hostname (Could not resolve host: index.example)',
    /cargo vendor/,
  ],
] as const) {
  test(`build advice: "${line.slice(0, 60)}" is about a network that a build does not reach`, () =>
    assert.match(adviceOn(line), expected))
}

test('build advice: pip that reaches no index does not ask for another version', () => {
  const advice = adviceOn(
    'WARNING: Retrying (Retry(total=0, connect=None)) after connection broken',
    'ERROR: Could not find a version that satisfies the requirement bottle (from versions: none)',
    'ERROR: No matching distribution found for bottle',
  )
  assert.match(advice, /^The index of packages does not answer[^\n]*$/)
})
