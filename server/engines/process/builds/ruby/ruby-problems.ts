import type { KnownProblem } from '#engines/process/builds/known-problem.ts'

const noGem: KnownProblem = {
  signs: [
    /^Could not find gem '.{1,200}' in /,
    /^Could not find .{1,200} in (any of the sources|rubygems repository|locally installed gems)/,
    /^Your bundle is locked to \S{1,100} .{0,200}, but that version can no longer be found/,
  ],
  advice:
    'No server has a gem that the lock file names, or not that version: correct it in the Gemfile, run `bundle update <gem>` and commit Gemfile.lock. For a private server set its credentials, such as BUNDLE_GEMS__EXAMPLE__COM=<user>:<password>.',
}

const otherPlatform: KnownProblem = {
  signs: [/^Your bundle only supports platforms /, /did not resolve on the current platform/],
  advice:
    'The lock file was made for other systems only: run `bundle lock --add-platform x86_64-linux` (or aarch64-linux) where you develop, and commit it.',
}

const outdatedLock: KnownProblem = {
  signs: [
    /^The gemspecs? for .{1,200} changed|^You are trying to install in deployment mode after changing/,
    /lockfile can't be updated because (frozen mode|it is frozen)/,
    /^The dependencies in your gemfile changed, but the lockfile/,
    /^Some dependencies were deleted from the gemfile, but the lockfile/,
  ],
  advice:
    'The lock file does not agree with the Gemfile: run `bundle install` where you develop, and commit the lock file that it writes.',
}

const otherBundler: KnownProblem = {
  signs: [
    /^Could not find 'bundler' \([\w.]{1,40}\) required by your /,
    /^You must use Bundler \d{1,3} or greater with this lockfile/,
    /^Bundler could not find compatible versions for gem "bundler"/,
  ],
  advice:
    'The lock file was written by a version of Bundler that this line of Ruby does not have: choose a newer line with CC_RUBY_VERSION, or run `bundle update --bundler` where you develop and commit the lock file.',
}

const otherRuby: KnownProblem = {
  signs: [
    /^Your Ruby version is [\w.]{1,40}, but your Gemfile specified /,
    /requires (ruby|Ruby) version .{1,100}, which is incompatible with the current version/,
    /^\S{1,200} requires Ruby version .{1,100}\. The current ruby version is /,
  ],
  advice:
    'The Gemfile or a gem of it wants another Ruby: choose a line with CC_RUBY_VERSION, or write `ruby "~> 3.3.0"`, which any patch of a line fits, and run `bundle update --ruby`.',
}

const notCompiled: KnownProblem = {
  signs: [/^(Gem::Ext::BuildError: )?ERROR: Failed to build gem native extension/],
  advice:
    'A gem is compiled and fails, as the lines above say. Where a header is missing: use a version of the gem with a binary for Linux (`bundle lock --add-platform x86_64-linux`), or a Dockerfile that installs the library.',
}

const noJavaScript: KnownProblem = {
  signs: [/Could not find a JavaScript runtime/],
  advice:
    'Compiling the assets needs Node: commit a mise.toml with `node = "24"` below [tools] (and `yarn = "1"` where the goal runs Yarn).',
}

const noSecretKeyBase: KnownProblem = {
  signs: [/Missing `?secret_key_base`? for /],
  advice:
    'Rails wants SECRET_KEY_BASE in the build too: make one with `berth secret generate` and set it with `berth env set SECRET_KEY_BASE <secret>`, or set RAILS_MASTER_KEY.',
}

const noGoal: KnownProblem = {
  signs: [/^(rake aborted!|Don't know how to build task '.{1,200}')|^No Rakefile found/],
  advice:
    'A goal of CC_RAKEGOALS fails, as the lines above say: it has to be in the Rakefile, and what it uses outside of the groups development and test. One that needs a database has its variables once the add-on is linked.',
}

const failedMigration: KnownProblem = {
  signs: [/^(StandardError: )?An error has occurred, (this and )?all later migrations canceled/],
  advice:
    'A migration fails, as the lines below say; the version before goes on serving. A table that is there already was made by a migration that ended halfway, or by another application with the same add-on: `berth database shell` shows it.',
}

const noDatabase: KnownProblem = {
  signs: [
    /\b(PG::ConnectionBad|ActiveRecord::(ConnectionNotEstablished|DatabaseConnectionError|NoDatabaseError|AdapterNotSpecified))\b/,
    /^KeyError: key not found: "(POSTGRESQL|MYSQL)_ADDON_/,
  ],
  advice:
    'A goal does not reach the database: link the add-on to the application, and read its variables, such as `url: <%= ENV["POSTGRESQL_ADDON_URI"] %>` below production in config/database.yml.',
}

const noDatabaseFile: KnownProblem = {
  signs: [/Could not load database configuration\. No such file/],
  advice:
    'config/database.yml is not in the repository: commit it (git add --force, where .gitignore leaves it out) with variables in the place of passwords, such as `url: <%= ENV["POSTGRESQL_ADDON_URI"] %>` below production.',
}

const otherConstant: KnownProblem = {
  signs: [/expected file \S{1,300} to define constant \S{1,200}, but didn't/],
  advice:
    'In production Rails loads all files of app at once: the file that the line above names defines a constant of another name. Rename one of the two, or add an inflection; `bin/rails zeitwerk:check` finds all of them where you develop.',
}

const noServer: KnownProblem = {
  signs: [
    /^Could not reach host \S{1,200}\. Check your network connection/,
    /^(Bundler::HTTPError )?Could not fetch specs from /,
  ],
  advice:
    'The server of gems does not answer: deploy again later, name another one with BUNDLE_MIRROR__ALL, or commit the archives (`bundle cache`), which need none.',
}

/** Problems of the builds of Ruby applications. */
export const rubyProblems: readonly KnownProblem[] = [
  noGem,
  otherPlatform,
  outdatedLock,
  otherBundler,
  otherRuby,
  notCompiled,
  noJavaScript,
  noSecretKeyBase,
  noGoal,
  failedMigration,
  noDatabase,
  noDatabaseFile,
  otherConstant,
  noServer,
]
