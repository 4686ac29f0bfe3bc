require "bundler/setup"
require "rails"
%w[active_record action_controller action_view active_job].each { |part| require "#{part}/railtie" }
Bundler.require(*Rails.groups)

class Shop < Rails::Application
  config.load_defaults 7.2
  config.eager_load = true
  config.logger = ActiveSupport::TaggedLogging.new(ActiveSupport::Logger.new($stdout))
  config.log_level = :info
  config.colorize_logging = false

  # Set SECRET_KEY_BASE to keep what an application signs, such as the cookies of its visitors.
  config.secret_key_base = ENV["SECRET_KEY_BASE"] || "only for trying this example"

  # With a linked Redis and CC_ENABLE_SIDEKIQ=true, jobs run in Sidekiq; without, in the application itself.
  config.active_job.queue_adapter = ENV["REDIS_URL"] ? :sidekiq : :async
end
