/** What commands of applications take for granted, and what extensions are compiled with. */
const base = [
  ...['base-files', 'bash', 'bzip2', 'ca-certificates', 'coreutils', 'curl', 'dash', 'diffutils'],
  ...['file', 'findutils', 'g++', 'gcc', 'git', 'grep', 'gzip', 'hostname', 'less', 'libc-bin'],
  ...['libc6-dev', 'make', 'mawk', 'media-types', 'openssh-client', 'openssl', 'patch', 'perl'],
  ...['pkg-config', 'procps', 'sed', 'tar', 'tzdata', 'unzip', 'util-linux', 'varnish', 'wget'],
  ...['xz-utils', 'zip'],
]

/** Headers of the libraries that extensions of many languages use. */
const headers = [
  ...['default-libmysqlclient-dev', 'libffi-dev', 'libjpeg-dev', 'libpq-dev', 'libssl-dev'],
  ...['libxml2-dev', 'libxslt1-dev', 'zlib1g-dev'],
]

/** What native parts of Go modules and Rust crates are compiled and generated with, besides. */
const compilers = ['cmake', 'libsqlite3-dev', 'protobuf-compiler']

const python = [
  ...['nginx-light', 'python-is-python3', 'python3', 'python3-dev', 'python3-pip', 'python3-venv'],
  ...['uwsgi-core', 'uwsgi-plugin-python3'],
]

/** Gems compile against libyaml (psych), GMP, SQLite and readline besides the usual ones. */
const ruby = [
  ...['bundler', 'libgmp-dev', 'libreadline-dev', 'libsqlite3-dev', 'libyaml-dev', 'nginx-light'],
  ...['ruby', 'ruby-dev'],
]

/** What the frameworks of PHP and its usual databases need; the version is in the names of the packages. */
const phpExtensions = [
  ...['bcmath', 'bz2', 'curl', 'gd', 'gmp', 'intl', 'ldap', 'mbstring', 'mysql', 'opcache'],
  ...['pgsql', 'readline', 'soap', 'sqlite3', 'xml', 'zip'],
]

const php = (line: string) => [
  ...['apache2-bin', 'composer', 'php-apcu', 'php-imagick', 'php-redis'],
  ...['cli', 'fpm', ...phpExtensions].map((name) => `php${line}-${name}`),
]

/** Lines of PHP by the suite. The archives of bullseye have lost files of an update of 7.4 that they name. */
const phpLines: Readonly<Record<string, string>> = { bookworm: '8.2', trixie: '8.4' }

/** Packages of a tool that is a system, by the suite; what they depend on comes with them. None for any other tool. */
export function systemPackages(tool: string, suite: string): readonly string[] | undefined {
  const line = phpLines[suite]
  if (tool === 'php' && line) return [...base, ...php(line)]
  if (tool === 'varnish') return base
  if (tool === 'ruby') return [...base, ...headers, ...ruby]
  if (tool === 'gcc') return [...base, ...headers, ...compilers]
  if (tool !== 'python') return undefined
  // The archives of bullseye have lost the file of an update of gevent that they name.
  const gevent = suite === 'bullseye' ? [] : ['uwsgi-plugin-gevent-python3']
  return [...base, ...headers, ...python, ...gevent]
}
