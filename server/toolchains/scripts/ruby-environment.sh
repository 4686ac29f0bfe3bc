#!/bin/sh
# Installs the gems of a Ruby application into BUNDLE_PATH: ruby-environment <locked|unlocked>.
# What the last build has left there is taken again; gems that nothing asks for any more are removed, as the folder becomes part of the artifact.
set -eu

case ${1-} in
  locked | unlocked) ;;
  *)
    echo "ruby-environment: unknown mode ${1-}" >&2
    exit 2
    ;;
esac

# Bundler brings certificate authorities of its own and knows neither those of the machine nor those of its operator.
bundle=${TMPDIR:-/tmp}/certificates.pem
cat /etc/ssl/certs/ca-certificates.crt ${NODE_EXTRA_CA_CERTS+"$NODE_EXTRA_CA_CERTS"} > "$bundle" 2> /dev/null || true
if [ -s "$bundle" ]; then
  export SSL_CERT_FILE="${SSL_CERT_FILE-$bundle}" BUNDLE_SSL_CA_CERT="${BUNDLE_SSL_CA_CERT-$bundle}"
fi

# A Gemfile often names the patch that its author has, and Bundler refuses every other. A line of Ruby here has one patch, the newest: where only the patch differs, a
# line at the end of the Gemfile of this build names it, as the last such line counts, and the lock file agrees.
gemfile=Gemfile lock=Gemfile.lock
[ -e "$gemfile" ] || gemfile=gems.rb lock=gems.locked
if grep -q '^[[:space:]]*ruby\b' "$gemfile"; then
  ruby -rbundler -e '
    path, lock = ARGV
    wanted = Bundler::Definition.build(File.expand_path(path), nil, nil).ruby_version
    exit unless wanted && wanted.engine == "ruby"
    exit if Gem::Requirement.new(wanted.versions).satisfied_by?(Gem.ruby_version)
    exit unless wanted.versions.all? { |text| text[/\A(= *)?(\d+\.\d+)\.\d/, 2] == RUBY_VERSION[/\A\d+\.\d+/] }
    File.write(path, "\n\nruby RUBY_VERSION\n", mode: "a")
    if File.file?(lock)
      File.write(lock, File.read(lock).sub(/^(RUBY VERSION\n +ruby ).*/) { "#{$1}#{RUBY_VERSION}p#{RUBY_PATCHLEVEL}" })
    end
    puts "#{path} asks for Ruby #{wanted.versions.join(", ")}: #{RUBY_VERSION} has its fixes and runs instead."
  ' "$gemfile" "$lock"
fi

bundle install
# A folder that the owner has chosen may hold more than this bundle.
if [ "${BUNDLE_PATH-}" = vendor/bundle ]; then bundle clean; fi
