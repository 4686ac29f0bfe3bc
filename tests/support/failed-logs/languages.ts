import type { Sample } from './sample.ts'

/** Output of the programs themselves, shortened; registries and folders are those of nobody. */
export const languageSamples: readonly Sample[] = [
  {
    name: 'python: an exception',
    log: `Traceback (most recent call last):
  File "/home/app/app_1/a.py", line 4, in <module>
    f()
  File "/home/app/app_1/a.py", line 2, in f
    return 1 / 0
           ~~^~~
ZeroDivisionError: division by zero`,
    found: ['Python', 'a.py:2', 'ZeroDivisionError: division by zero'],
  },
  {
    name: 'python: inside of a library',
    log: `Traceback (most recent call last):
  File "/home/app/app_1/shop/wsgi.py", line 16, in <module>
    application = get_wsgi_application()
  File "/home/app/.venv/lib/python3.12/site-packages/django/core/wsgi.py", line 12, in get_wsgi_application
    django.setup(set_prefix=False)
django.core.exceptions.ImproperlyConfigured: The SECRET_KEY setting must not be empty.`,
    found: [
      'Python',
      'shop/wsgi.py:16',
      'django.core.exceptions.ImproperlyConfigured: The SECRET_KEY setting must not be empty.',
    ],
  },
  {
    name: 'python: a module that is missing',
    log: `Traceback (most recent call last):
  File "/home/app/app_1/b.py", line 1, in <module>
    import flaskk
ModuleNotFoundError: No module named 'flaskk'`,
    found: ['Python', 'b.py:1', "ModuleNotFoundError: No module named 'flaskk'"],
    advice: /^Add the package that has flaskk/,
  },
  {
    name: 'python: one exception in answer to another',
    log: `Traceback (most recent call last):
  File "/home/app/app_1/d.py", line 2, in <module>
    {}["k"]
    ~~^^^^^
KeyError: 'k'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/home/app/app_1/d.py", line 4, in <module>
    raise ValueError("no value") from e
ValueError: no value`,
    found: ['Python', 'd.py:4', 'ValueError: no value'],
  },
  {
    name: 'python: a syntax error',
    log: `  File "/home/app/app_1/c.py", line 1
    def f(:
          ^
SyntaxError: invalid syntax`,
    found: ['Python', 'c.py:1', 'SyntaxError: invalid syntax'],
  },
  {
    name: 'pip: no such version',
    log: `ERROR: Could not find a version that satisfies the requirement flask==99.0.0 (from versions: 0.1, 0.2, 3.1.3)
ERROR: No matching distribution found for flask==99.0.0`,
    found: ['pip', '', 'No matching distribution found for flask==99.0.0'],
    advice: /version of Python/,
  },
  {
    name: 'pip: a conflict',
    log: `ERROR: Cannot install -r requirements.txt (line 1) and werkzeug==2.0.0 because these package versions have conflicting dependencies.

The conflict is caused by:
    The user requested werkzeug==2.0.0
    flask 3.0.0 depends on Werkzeug>=3.0.0`,
    found: ['pip', '', /^Cannot install -r requirements\.txt/],
    advice: /exclude each other/,
  },
  {
    name: 'uv',
    log: `Using CPython 3.11.7
error: No solution found when resolving dependencies
  cause: Because there is no version of flask==99.0.0 and your project depends on flask==99.0.0, we can conclude that your project's requirements are unsatisfiable.`,
    found: ['uv', '', /^Because there is no version of flask==99\.0\.0/],
  },
  {
    name: 'uv, earlier',
    log: `  × No solution found when resolving dependencies:
  ╰─▶ Because there is no version of flask==99.0.0 and shop depends on flask==99.0.0, we can conclude that shop's requirements are unsatisfiable.`,
    found: ['uv', '', /^Because there is no version of flask==99\.0\.0/],
  },
  {
    name: 'go',
    log: `# shop
./main.go:6:6: declared and not used: n
./main.go:7:14: undefined: m`,
    found: ['Go', 'main.go:6:6', 'declared and not used: n'],
  },
  {
    name: 'go: a module that is missing',
    log: `go: downloading golang.org/x/text v0.14.0
main.go:3:8: no required module provides package github.com/gorilla/mux; to add it:
	go get github.com/gorilla/mux`,
    found: ['Go', 'main.go:3:8', 'no required module provides package github.com/gorilla/mux'],
    advice: /^Run go get github\.com\/gorilla\/mux/,
  },
  {
    name: 'go: go.mod',
    log: `go: downloading golang.org/x/text v0.14.0
go: updates to go.mod needed; to update it:
	go mod tidy`,
    found: ['Go', '', 'updates to go.mod needed; to update it:'],
  },
  {
    name: 'go: a panic',
    log: `panic: assignment to entry in nil map

goroutine 1 [running]:
main.main()
	/home/app/app_1/main.go:5 +0x28
exit status 2`,
    found: ['Go', 'main.go:5', 'panic: assignment to entry in nil map'],
  },
  {
    name: 'rustc',
    log: `   Compiling shop v0.1.0 (/home/app/app_1)
error[E0425]: cannot find value \`m\` in this scope
 --> src/main.rs:3:20
  |
3 |     println!("{}", m);

error: could not compile \`shop\` (bin "shop") due to 2 previous errors`,
    found: ['rustc', 'src/main.rs:3:20', 'E0425: cannot find value `m` in this scope'],
  },
  {
    name: 'cargo: no such version',
    log: `    Updating crates.io index
error: failed to select a version for the requirement \`serde = "^99"\`
candidate versions found which didn't match: 1.0.229, 1.0.228, ...`,
    found: ['Cargo', '', 'failed to select a version for the requirement `serde = "^99"`'],
  },
  {
    name: 'cargo: a broken Cargo.toml',
    log: `error: unclosed table, expected \`]\`
 --> Cargo.toml:1:9
  |
1 | [package`,
    found: ['rustc', 'Cargo.toml:1:9', 'unclosed table, expected `]`'],
  },
  {
    name: 'rust: a panic',
    log: `
thread 'main' (22373) panicked at src/main.rs:3:21:
index out of bounds: the len is 0 but the index is 3
stack backtrace:`,
    found: [
      'Rust',
      'src/main.rs:3:21',
      'panic: index out of bounds: the len is 0 but the index is 3',
    ],
  },
  {
    name: 'php: a syntax error',
    log: 'PHP Parse error:  syntax error, unexpected token ";", expecting variable in /home/app/app_1/index.php on line 3',
    found: ['PHP', 'index.php:3', 'syntax error, unexpected token ";", expecting variable'],
  },
  {
    name: 'php: an exception',
    log: `PHP Fatal error:  Uncaught Error: Call to undefined function foo() in /home/app/app_1/index.php:3
Stack trace:
#0 {main}
  thrown in /home/app/app_1/index.php on line 3`,
    found: ['PHP', 'index.php:3', 'Error: Call to undefined function foo()'],
  },
  {
    name: 'composer',
    log: `Loading composer repositories with package information
Your requirements could not be resolved to an installable set of packages.

  Problem 1
    - Root composer.json requires PHP extension ext-redis * but it is missing from your system. Install or enable PHP's redis extension.`,
    found: ['Composer', '', /^Root composer\.json requires PHP extension ext-redis/],
    advice: /ENABLE_<NAME>/,
  },
  {
    name: 'ruby: an exception',
    log: `/home/app/.gem/ruby/3.3.0/gems/bootsnap-1.18/lib/bootsnap/core_ext/kernel_require.rb:30:in 'Kernel#require': cannot load such file -- nope (LoadError)
	from /home/app/.gem/ruby/3.3.0/gems/bootsnap-1.18/lib/bootsnap/core_ext/kernel_require.rb:30:in 'Kernel#require'
	from /home/app/app_1/config.ru:2:in 'block in <main>'`,
    found: ['Ruby', 'config.ru:2', 'LoadError: cannot load such file -- nope'],
  },
  {
    name: 'ruby, earlier',
    log: `app.rb:3:in \`<main>': undefined local variable or method \`foo' for main:Object (NameError)`,
    found: [
      'Ruby',
      'app.rb:3',
      "NameError: undefined local variable or method `foo' for main:Object",
    ],
  },
  {
    name: 'rails: a task',
    log: `rails aborted!
NameError: uninitialized constant Shop
/home/app/app_1/config/environment.rb:5:in '<main>'

Tasks: TOP => assets:precompile`,
    found: ['Rake', 'config/environment.rb:5', 'NameError: uninitialized constant Shop'],
  },
  {
    name: 'bundler',
    log: `Your bundle only supports platforms ["arm64-darwin-23"] but your local platform is x86_64-linux. Add the current platform to the lockfile with
\`bundle lock --add-platform x86_64-linux\` and try again.`,
    found: ['Bundler', '', /^Your bundle only supports platforms/],
    advice: /--add-platform x86_64-linux/,
  },
  {
    name: 'dockerfile: a command',
    log: `STEP 3/5: RUN make release
make: *** No rule to make target 'release'.  Stop.
Error: building at STEP "RUN make release": while running runtime: exit status 2`,
    found: ['Dockerfile', 'Dockerfile', 'RUN make release: exit status 2'],
  },
  {
    name: 'dockerfile: a file that is missing',
    log: `STEP 2/5: COPY dist /srv
Error: building at STEP "COPY dist /srv": checking on sources under "/src": copier: stat: "/dist": no such file or directory`,
    found: ['Dockerfile', 'Dockerfile', /^COPY dist \/srv: checking on sources/],
    advice: /\.dockerignore/,
  },
  {
    name: 'dockerfile: a compiler inside of it',
    log: `STEP 4/5: RUN npm run build
src/cart.ts(3,9): error TS2322: Type 'number' is not assignable to type 'string'.
Error: building at STEP "RUN npm run build": while running runtime: exit status 2`,
    found: [
      'TypeScript',
      'src/cart.ts:3:9',
      "TS2322: Type 'number' is not assignable to type 'string'.",
    ],
  },
  {
    name: 'a native module',
    log: `gcc -pthread -c _psycopg.c
./psycopg/psycopg.h:36:10: fatal error: libpq-fe.h: No such file or directory
   36 | #include <libpq-fe.h>`,
    found: ['C', 'psycopg/psycopg.h:36:10', 'libpq-fe.h: No such file or directory'],
  },
  {
    name: 'a program that is missing',
    log: `> shop@1.0.0 build
> tsc -p .

sh: 1: tsc: not found
npm error code 127`,
    found: ['Shell', '', 'tsc: command not found'],
  },
  {
    name: 'make',
    log: 'make: *** [Makefile:3: all] Error 1',
    found: ['make', 'Makefile:3', 'The rule all failed'],
  },
]
