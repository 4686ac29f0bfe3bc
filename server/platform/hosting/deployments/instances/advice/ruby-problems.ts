import type { KnownProblem } from './known-problem.ts'

const noSecretKeyBase: KnownProblem = {
  signs: ['Missing `secret_key_base` for ', 'Missing secret_key_base for '],
  advice: [
    'Rails does not start without SECRET_KEY_BASE: make one with `berth secret generate` and set it with `berth env set SECRET_KEY_BASE <secret>`, or set RAILS_MASTER_KEY to the key of config/credentials.yml.enc.',
  ],
  isPermanent: true,
}

const noMasterKey: KnownProblem = {
  signs: ['ActiveSupport::MessageEncryptor::InvalidMessage', 'Missing encryption key to decrypt'],
  advice: [
    'The credentials of Rails cannot be decrypted: set RAILS_MASTER_KEY to the content of config/master.key (or of config/credentials/production.key).',
  ],
  isPermanent: true,
}

const pendingMigrations: KnownProblem = {
  signs: [
    'ActiveRecord::PendingMigrationError',
    'Migrations are pending. To resolve this issue',
    'PG::UndefinedTable: ERROR',
  ],
  advice: [
    'The database lacks tables of the application: set CC_RAKEGOALS=db:migrate, which runs in the build.',
  ],
}

const noGem: KnownProblem = {
  signs: [
    'cannot load such file -- ',
    '(Bundler::GemNotFound)',
    ' is not currently included in the bundle, perhaps you meant to add it to your Gemfile?',
  ],
  advice: [
    'What is required is not there: add its gem with `bundle add` outside of the groups development and test, commit Gemfile and Gemfile.lock, and start programs of gems by `bundle exec`. A file of your own needs require_relative.',
  ],
  isPermanent: true,
}

const otherRuby: KnownProblem = {
  signs: [', but your Gemfile specified '],
  advice: [
    'The Gemfile wants another Ruby than runs: choose the line with CC_RUBY_VERSION, or write `ruby "~> 3.3.0"` into the Gemfile, which any patch of the line fits.',
  ],
  isPermanent: true,
}

const noDatabase: KnownProblem = {
  signs: [
    '(PG::ConnectionBad)',
    'ActiveRecord::ConnectionNotEstablished',
    'KeyError: key not found: "POSTGRESQL_ADDON',
  ],
  advice: [
    'The database is not reached: link the add-on to the application, and read its variables, such as `url: <%= ENV["POSTGRESQL_ADDON_URI"] %>` in config/database.yml.',
  ],
}

const noRedis: KnownProblem = {
  signs: ['RedisClient::CannotConnectError', 'Redis::CannotConnectError'],
  advice: [
    'Redis is not reached: link a Redis add-on to the application, and let its clients read REDIS_URL, as Sidekiq does by itself.',
  ],
}

const otherConstant: KnownProblem = {
  signs: (line) => /expected file \S{1,300} to define constant \S{1,200}, but didn't/.test(line),
  advice: [
    'In production Rails loads all files of app at once: the file that the line above names defines a constant of another name. Rename one of the two, or add an inflection; `bin/rails zeitwerk:check` finds all of them where you develop.',
  ],
  isPermanent: true,
}

const noAsset: KnownProblem = {
  signs: (line) =>
    /The asset .{1,200} (was not found in the load path|is not present in the asset pipeline)/.test(
      line,
    ),
  advice: [
    'A page names an asset that is not there: compile them in the build with CC_RAKEGOALS=assets:precompile (behind db:migrate, with a comma), or correct the name.',
  ],
}

const blockedHost: KnownProblem = {
  signs: [
    '[ActionDispatch::HostAuthorization::DefaultResponseApp] Blocked host',
    'Blocked hosts: ',
  ],
  advice: [
    'Rails refuses hosts that it does not know. Add the domains of the application to config.hosts, or clear it (`config.hosts.clear`): the router passes on requests for its domains only.',
  ],
}

const serverRunning: KnownProblem = {
  signs: [
    'A server is already running',
    'No such file or directory @ rb_sysopen - tmp/pids/server.pid',
  ],
  advice: [
    'The server writes its process id into tmp/pids: commit tmp/pids/.keep and no .pid file, or remove `pidfile` from config/puma.rb.',
  ],
  isPermanent: true,
}

export const rubyProblems: readonly KnownProblem[] = [
  noSecretKeyBase,
  noMasterKey,
  pendingMigrations,
  noGem,
  otherRuby,
  noDatabase,
  blockedHost,
  serverRunning,
  noRedis,
  otherConstant,
  noAsset,
]
