import { boolean, type Kind, line, type PlatformVariable, version } from '#runtimes/variable.ts'

const variable = (name: string, kind: Kind, meaning: string): PlatformVariable => ({
  name,
  kind,
  meaning,
})

const goals: Kind = {
  words: 'it must be goals of rake with commas between them, such as db:migrate, assets:precompile',
  accepts: (text) => line.accepts(text) && text.length <= 2000,
}

const server: Kind = {
  words: 'it must be the name of a server for Rack, such as puma, falcon, thin or unicorn',
  accepts: (text) => /^[a-z][\w-]{0,40}$/.test(text),
}

const files: Kind = {
  words: 'it must be files of the repository with commas between them, such as config/sidekiq.yml',
  accepts: (text) =>
    text.length <= 2000 &&
    text
      .split(',')
      .map((path) => path.trim())
      .every(
        (path) =>
          /^[\w./-]{1,255}$/.test(path) && !path.startsWith('-') && !path.split('/').includes('..'),
      ),
}

/** Variables of Ruby applications, besides those of every application and of the server in front. */
export const rubyVariables: readonly PlatformVariable[] = [
  variable(
    'CC_RUBY_VERSION',
    version,
    'The version of Ruby, such as 3.3 or ~> 3.1; by default what the lock file, the Gemfile or .ruby-version names, else the newest.',
  ),
  variable(
    'CC_RACKUP_SERVER',
    server,
    'What serves config.ru, a gem of the bundle; puma by default.',
  ),
  variable(
    'CC_RAKEGOALS',
    goals,
    'Goals of rake at the end of the build, with commas between them.',
  ),
  variable('CC_ENABLE_SIDEKIQ', boolean, 'Sidekiq runs beside the application in each instance.'),
  variable(
    'CC_SIDEKIQ_FILES',
    files,
    'Configurations of Sidekiq with commas between them: a process for each.',
  ),
  variable('RACK_ENV', line, 'The environment of Rack; production by default.'),
  variable('RAILS_ENV', line, 'The environment of Rails; production by default.'),
]
