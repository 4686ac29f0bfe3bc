import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failedStart } from '#platform/model/hosting/instances/exit-advice.ts'
import { createOutputAdviser } from './output-advice.ts'
import { createSupervision } from './supervise.ts'

const adviceOn = (...lines: string[]) => {
  const { hear, advice } = createOutputAdviser()
  lines.forEach(hear)
  return advice()
}

for (const [line, expected] of [
  [
    'Bad root server path: there is no program to start at target/universal/stage/bin.',
    /CC_SBT_TARGET_DIR.*CC_SBT_TARGET_BIN.*SBT_DEPLOY_GOAL.*CC_RUN_COMMAND/s,
  ],
  [
    '[error] c.j.b.h.AbstractConnectionHook - Failed to acquire connection to jdbc:postgresql://db Sleeping for 1000ms and trying again. Attempts left: 10. Exception: FATAL: too many connections for role "u1"',
    /at most half of the connections.*db.default.partitionCount=2, db.default.maxConnectionsPerPartition=5, db.default.minConnectionsPerPartition=5/s,
  ],
  [
    "java.sql.SQLException: User u already has more than 'max_user_connections' active connections",
    /at most half/,
  ],
  [
    'org.postgresql.util.PSQLException: The authentication type 10 is not supported. Check that you have configured the pg_hba.conf file',
    /too old to log in .*org\.postgresql postgresql 42/,
  ],
  [
    '\tat com.mysql.jdbc.ConnectionImpl.buildCollationMapping(ConnectionImpl.java:964)',
    /too old for the server.*mysql-connector-java 5\.1\.49/,
  ],
  ['[warn] p.f.h.AllowedHostsFilter - Host not allowed: a.test', /play.filters.hosts.allowed = /],
  [
    'Configuration error: The application secret has not been set, and we are in prod mode. Your application is not secure.',
    /berth secret generate/,
  ],
  [
    'This application is already running (Or delete /home/app/x/RUNNING_PID file).',
    /-Dpidfile.path=\/dev\/null/,
  ],
  ['java.lang.OutOfMemoryError: Metaspace', /^The classes .*CC_DISABLE_MAX_METASPACE/],
  ['java.lang.OutOfMemoryError: Java heap space', /needs more memory.*larger flavor.*-Xmx/],
  ['java.lang.UnsupportedClassVersionError: Main', /CC_JAVA_VERSION/],
] as const) {
  test(`output advice: ${line.slice(0, 60)}`, () => {
    const advice = adviceOn('one', line, line)
    assert.match(advice.join('\n'), expected)
    assert.equal(new Set(advice).size, advice.length)
  })
}

for (const lines of [
  ['java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory'],
  [
    '# There is insufficient memory for the Java Runtime Environment to continue.',
    '# Cannot create worker GC thread. Out of system resources.',
  ],
]) {
  test(`output advice: a JVM that may not have another thread is not told to want memory: ${lines[0]?.slice(0, 60)}`, () => {
    const advice = adviceOn(...lines)
    assert.equal(advice.length, 1)
    assert.match(advice[0] ?? '', /wants more processes and threads/)
    const end = { code: 1, sentence: 'x', exits: 1, lastLines: lines, advice }
    assert.equal(failedStart(end).advice.filter((line) => /larger flavor/.test(line)).length, 1)
  })
}

test('output advice: what was printed refutes the guess that an exit code means a lack of memory', () => {
  const advice = adviceOn('This application is already running (Or delete x file).')
  const end = { code: 137, sentence: 'x', exits: 1, lastLines: [] }
  assert.match(failedStart(end).advice.join(), /memory/)
  assert.doesNotMatch(failedStart({ ...end, advice }).advice.join(), /memory/)
  const known = { ...end, advice, cause: 'out of memory' }
  assert.match(failedStart(known).advice.join(), /needs more memory/)
})

test('output advice: ordinary and hostile lines lead to none', () => {
  assert.deepEqual(adviceOn('', 'Listening on 8080', 'x'.repeat(1_000_000)), [])
  assert.deepEqual(adviceOn(`${'x'.repeat(2000)} too many connections for role`), [])
})

test('output advice: a failed start carries it, and says a bad root server path first', () => {
  const line =
    'Bad root server path: there is no program to start at web/target/universal/stage/bin.'
  const advice = adviceOn(line)
  const sentence = 'Instance 0 exited with code 127.'
  const end = { code: 127, sentence, exits: 1, lastLines: ['x', line, '  conf'], advice }
  const failure = failedStart(end)
  assert.equal(failure.message, line)
  assert.equal(failure.advice[0], sentence)
  assert.ok(advice.every((each) => failure.advice.includes(each)))
  const hostile = { ...end, lastLines: [`${line}\u001b[2J`] }
  assert.equal(failedStart(hostile).message, sentence)
})

for (const line of [
  "Error: Could not find a production build in the '.next' directory. Try building your app with 'next build' before starting the production server.",
  "Error: Cannot find module '/home/app/source/dist/main'",
  "Error: Cannot find module '/home/app/source/.output/server/index.mjs'",
  "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/home/app/source/build/server/index.js' imported from /home/app/source/node_modules/x.js",
  'error: Module not found "./dist/index.js"',
  'The directory "dist" does not exist. Did you build your project?',
  '🚨 keystone build must be run before running keystone start',
]) {
  test(`output advice: ${JSON.stringify(line.slice(0, 60))} is a missing build, which no restart makes`, () => {
    const { hear, advice, isPermanent } = createOutputAdviser()
    hear(line)
    assert.match(advice().join(), /CC_NODE_RUN_BUILD=true/)
    assert.equal(isPermanent(), true)
  })
}

for (const line of [
  "Error: Cannot find module 'express'",
  "Error: Cannot find module '/home/app/source/node_modules/x/dist/index.js'",
  "Error: Cannot find module '/home/app/source/server.js'",
]) {
  test(`output advice: ${JSON.stringify(line)} is not a missing build`, () => {
    assert.deepEqual(adviceOn(line), [])
  })
}

test('output advice: supervision hears each line of an instance until it is kept', async () => {
  const platform = () => ({ logs: { append() {} } }) as never
  const supervision = createSupervision(platform, Date.now)
  const instance = { id: 'instance-1', number: 0, applicationId: 'app_1', deploymentId: 'd' }
  const ended = supervision.watch(instance as never, 'commit')
  const hear = (line: string) => supervision.watcher.onLine('instance-1' as never, line)
  hear('This application is already running (Or delete x file).')
  for (let line = 0; line < 100; line++) hear(`line ${line}`)
  assert.match(supervision.adviceOn('instance-1' as never).join(), /RUNNING_PID/)
  supervision.watcher.onExit({ instanceId: 'instance-1', code: 1 } as never)
  assert.match((await ended).advice?.join() ?? '', /RUNNING_PID/)
  supervision.keep('instance-1' as never)
  hear('java.lang.OutOfMemoryError: Metaspace')
  assert.doesNotMatch(supervision.adviceOn('instance-1' as never).join(), /memory/)
  await supervision.close()
})

for (const [line, expected] of [
  ["ModuleNotFoundError: No module named 'flask'", /requirements\.txt.*APP_FOLDER/s],
  ["unable to load app 0 (mountpoint='') (callable not found or import error)", /app:app/],
  ["gunicorn.errors.AppImportError: Failed to find attribute 'application' in 'app'.", /app:app/],
  [
    'django.core.exceptions.ImproperlyConfigured: The SECRET_KEY setting must not be empty.',
    /berth secret generate/,
  ],
  [
    "Invalid HTTP_HOST header: 'a.test'. You may need to add 'a.test' to ALLOWED_HOSTS.",
    /ALLOWED_HOSTS/,
  ],
  [
    'django.db.utils.ProgrammingError: relation "shop_visit" does not exist',
    /CC_PYTHON_MANAGE_TASKS=migrate/,
  ],
  [
    "TypeError: FastAPI.__call__() missing 1 required positional argument: 'send'",
    /CC_PYTHON_BACKEND=uvicorn/,
  ],
  ["ModuleNotFoundError: No module named 'distutils'", /^A package is too old.*3\.11/],
  ["KeyError: 'DATABASE_URL'", /POSTGRESQL_ADDON_URI, and no DATABASE_URL/],
  [
    'psycopg.OperationalError: connection failed: connection to server at "127.0.0.1", port 5432 failed: Connection refused',
    /localhost is the instance itself/,
  ],
  [
    'ImportError: libGL.so.1: cannot open shared object file: No such file or directory',
    /opencv-python-headless/,
  ],
  [
    "SyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)?",
    /Python 2, which has had no fixes/,
  ],
  [
    '[2026-11-19 20:00:00 +0000] [7] [CRITICAL] WORKER TIMEOUT (pid:9)',
    /HARAKIRI .*CC_GUNICORN_TIMEOUT/,
  ],
  ['invalid request block size: 5204 (max 4096)...skip', /WSGI_BUFFER_SIZE/],
  [
    '[2026-11-19 20:00:00 +0000] [7] [ERROR] Worker (pid:9) was sent SIGKILL! Perhaps out of memory?',
    /WSGI_WORKERS=1/,
  ],
] as const) {
  test(`output advice: "${line.slice(0, 60)}" of Python is explained`, () =>
    assert.match(adviceOn(line).join(' '), expected))
}

test('output advice: a missing module explains why an application cannot be loaded', () => {
  const lines = [
    "ModuleNotFoundError: No module named 'x'",
    'no python application found, check your startup logs for errors',
  ]
  assert.equal(adviceOn(...lines).length, 1)
})

for (const [line, expected] of [
  ["Missing `secret_key_base` for 'production' environment, set this string with", /berth secret/],
  ['ActiveSupport::MessageEncryptor::InvalidMessage (ActiveSupport::Message', /RAILS_MASTER_KEY/],
  ['PG::UndefinedTable: ERROR:  relation "visits" does not exist', /CC_RAKEGOALS=db:migrate/],
  ["app.rb:1:in `require': cannot load such file -- sinatra (LoadError)", /bundle add/],
  ['Your Ruby version is 3.3.13, but your Gemfile specified ~> 3.2.0', /CC_RUBY_VERSION/],
  ['connection to server at "127.0.0.1", port 5432 failed (PG::ConnectionBad)', /link the add-on/],
  ['[ActionDispatch::HostAuthorization::DefaultResponseApp] Blocked host: a.test', /config\.hosts/],
  ['A server is already running. Check tmp/pids/server.pid.', /tmp\/pids/],
  [
    'Connection refused - connect(2) for 127.0.0.1:6379 (RedisClient::CannotConnectError)',
    /REDIS_URL/,
  ],
  [
    "expected file /home/app/x/app/models/shop.rb to define constant Shop, but didn't (Zeitwerk::NameError)",
    /zeitwerk:check/,
  ],
  [
    "ActionView::Template::Error (The asset 'shop.css' was not found in the load path.):",
    /precompile/,
  ],
] as const) {
  test(`output advice: "${line.slice(0, 60)}" of Ruby is explained`, () =>
    assert.match(adviceOn(line).join(' '), expected))
}

for (const [line, expected] of [
  ['bwrap: execvp node: No such file or directory', /^The image does not have the program/],
  ['bwrap: execvp /app/server: Permission denied', /^The program .* chmod 755/],
  ['bwrap: execvp /app/server: Exec format error', /for another processor/],
  ["bwrap: Can't chdir to /srv/site: No such file or directory", /WORKDIR/],
  [
    'nginx: [emerg] bind() to 0.0.0.0:80 failed (13: Permission denied)',
    /ports below 1024 are closed/,
  ],
  ['Error: listen EACCES: permission denied 0.0.0.0:80', /CC_DOCKER_EXPOSED_HTTP_PORT/],
  ['nginx: [emerg] setgid(101) failed (1: Operation not permitted)', /USER in the Dockerfile/],
] as const) {
  test(`output advice: "${line.slice(0, 60)}" of an image is explained once`, () => {
    const advice = adviceOn(line)
    assert.equal(advice.length, 1, advice.join())
    assert.match(advice.join(' '), expected)
  })
}

for (const [line, expected] of [
  ['listen tcp: address 8080: missing port in address', /os\.Getenv\("PORT"\)/],
  ['panic: runtime error: invalid memory address or nil pointer dereference', /goroutine/],
  [
    "./bin/x: /lib/libc.so.6: version `GLIBC_2.99' not found (required by ./bin/x)",
    /CGO_ENABLED=0/,
  ],
  ['sh: 1: ./bin/x: Exec format error', /GOOS and GOARCH/],
] as const) {
  test(`output advice: "${line.slice(0, 60)}" of a compiled program is explained`, () =>
    assert.match(adviceOn(line).join(' '), expected))
}

for (const [line, expected] of [
  [
    "PHP Fatal error:  Uncaught Error: Failed opening required '/app/public/../vendor/autoload.php' (include_path='.:/usr/share/php') in /app/public/index.php:1",
    /commit composer\.json and composer\.lock/,
  ],
  [
    'PHP Fatal error:  Composer detected issues in your platform: Your Composer dependencies require a PHP version ">= 8.5.0".',
    /CC_PHP_VERSION/,
  ],
  [
    'PHP Parse error:  syntax error, unexpected token ";" in /app/public/a.php on line 1',
    /at the line that it names/,
  ],
  [
    'PHP Fatal error:  Uncaught PDOException: could not find driver in /app/a.php:1',
    /DB_CONNECTION/,
  ],
  ['PHP Fatal error:  Uncaught Error: Call to undefined function imap_open() in', /php -m/],
  ['PHP Fatal error:  Allowed memory size of 134217728 bytes exhausted', /MEMORY_LIMIT/],
  [
    '[pool application] server reached pm.max_children setting (2), consider raising it',
    /PHP_FPM_OPTIONS/,
  ],
  [
    'Apache: [error] AH01276: Cannot serve directory /app/: No matching DirectoryIndex',
    /CC_WEBROOT public/,
  ],
  [
    "Apache: [alert] /app/.htaccess: Invalid command 'php_value', perhaps misspelled or defined by a module not included in the server configuration",
    /^php_value .*\.user\.ini[^;]*$/,
  ],
  [
    "Apache: [alert] /app/.htaccess: Invalid command 'PassengerEnabled', perhaps misspelled or defined by a module not included in the server configuration",
    /<IfModule/,
  ],
  ['InvalidArgumentException: Please provide a valid cache path.', /CC_FS_BUCKET/],
  ['RuntimeException: No application encryption key has been specified.', /APP_KEY/],
  ['PDOException: SQLSTATE[HY000] [2002] Connection refused', /link the add-on/],
  ['PHP Fatal error:  Uncaught mysqli_sql_exception: Connection refused in', /link the add-on/],
  [
    '[19-Nov-2026 18:05:41 UTC] PHP Fatal error:  Uncaught Error: Class "App\\Shop" not found in /app/index.php:3',
    /same capitals/,
  ],
  [
    'PHP Fatal error:  Uncaught Error: Class "Memcached" not found in /app/a.php:1',
    /^An extension[^"]*"ext-…"[^"]*$/,
  ],
  ['sh: 1: /usr/sbin/sendmail: not found', /SMTP/],
  ['SQLSTATE[42P01]: Undefined table: 7 ERROR:  relation "visits" does not exist', /migrate it/],
] as const) {
  test(`output advice: "${line.slice(0, 60)}" of PHP is explained`, () =>
    assert.match(adviceOn(line).join(' '), expected))
}

for (const [line, expected] of [
  ['sh: 1: ./run.sh: Permission denied', /--chmod=\+x/],
  ['sh: 1: ./run.sh: /bin/sh^M: bad interpreter: No such file', /eol=lf/],
  ['bind: Permission denied', /0\.0\.0\.0:8080/],
  ['listen tcp :80: bind: Permission denied', /0\.0\.0\.0:8080/],
  ['bind: Address already in use', /CC_WORKER_COMMAND/],
] as const) {
  test(`output advice: "${line}" of a program in any language is explained`, () =>
    assert.match(adviceOn(line).join('\n'), expected))
}

test('output advice: a file that the application may not read is not its start command', () => {
  assert.deepEqual(adviceOn('open /etc/shadow: Permission denied'), [])
})

for (const [line, expected] of [
  [
    'called `Result::unwrap()` on an `Err` value: Error { kind: InvalidInput, message: "invalid socket address" }',
    /0\.0\.0\.0:\{\}/,
  ],
  [
    'called `Result::unwrap()` on an `Err` value: Os { code: 99, kind: AddrNotAvailable, message: "Cannot assign requested address" }',
    /listen on 0\.0\.0\.0/,
  ],
  ['DATABASE_URL must be set: NotPresent', /POSTGRESQL_ADDON_URI/],
  [
    'Error: Error { kind: Connect, cause: Some(Os { code: 111, kind: ConnectionRefused, message: "Connection refused" }) }',
    /link the add-on/,
  ],
  ['Error: error performing TLS handshake: server does not support TLS', /NoTls/],
  [
    'there is no reactor running, must be called from the context of a Tokio 1.x runtime',
    /#\[tokio::main\]/,
  ],
] as const) {
  test(`output advice: "${line.slice(0, 60)}" of Rust is explained`, () =>
    assert.match(adviceOn(line).join(' '), expected))
}

for (const [line, expected] of [
  ['listen tcp: address 8080: missing port in address', /with the colon/],
  [
    '2026/11/19 20:00:00 failed to connect: dial tcp 127.0.0.1:5432: connect: connection refused',
    /POSTGRESQL_ADDON_URI.*are the instance itself/,
  ],
  ['panic: pq: SSL is not enabled on the server', /\?sslmode=disable/],
  ['ERROR: relation "visits" does not exist (SQLSTATE 42P01)', /CC_PRE_RUN_HOOK/],
  ["Error 1146 (42S02): Table 'shop.visits' doesn't exist", /CC_PRE_RUN_HOOK/],
  [
    'panic: open templates/index.html: no such file or directory',
    /^The program opens a file that is not there.*go:embed/,
  ],
] as const) {
  test(`output advice: "${line.slice(0, 60)}" of Go is explained`, () =>
    assert.match(adviceOn(line).join('\n'), expected))
}

test('output advice: a module that Python itself has dropped is not one to add to the requirements', () => {
  const advice = adviceOn("ModuleNotFoundError: No module named 'pkg_resources'").join('\n')
  assert.doesNotMatch(advice, /is not installed/)
})
