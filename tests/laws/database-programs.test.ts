import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importsOf, isTest, type SourceFile, sourceTree } from './source-tree.ts'

/** Programs that read customers' data, which must run in a sandbox, unprivileged, in a cgroup. */
const programs =
  /['"`/](psql|initdb|pg_\w+|postgres|mariadb(-[\w-]+)?|mysql\w*|mariadbd|redis-(cli|server|check-\w+))['"`]/

/** The two files that start programs for providers: those that end by themselves or with us, and servers. */
const runners = ['providers/kit/process/run-program.ts', 'providers/kit/process/server-process.ts']

const isProvider = ({ path }: SourceFile) => path.startsWith('providers/')
/** Benchmarks are excluded, because they query their own temporary databases as a customer would. */
const isCode = (file: SourceFile) =>
  file.path.endsWith('.ts') && !isTest(file) && !file.path.startsWith('bench/')

/** One sentence per file that could start such a program without a sandbox. */
function breaches(files: readonly SourceFile[]): string[] {
  return files.filter(isCode).flatMap((file) => {
    if (!isProvider(file)) {
      const [name] = programs.exec(withoutComments(file.text)) ?? []
      const isHarmless = !importsOf(file).some(startsPrograms)
      return name === undefined || isHarmless ? [] : [`${file.path} names ${name}`]
    }
    if (runners.includes(file.path)) return []
    const started = importsOf(file).filter(startsPrograms)
    return started.map((specifier) => `${file.path} imports ${specifier}`)
  })
}

const startsPrograms = (specifier: string) =>
  specifier === 'node:child_process' || specifier === '#kit/process/subprocess.ts'

const withoutComments = (text: string) =>
  text
    .split('\n')
    .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line))
    .join('\n')

test('database programs: are started in a sandbox only', () => {
  assert.deepEqual(breaches(sourceTree()), [])
})

test('database programs law: detects a program started elsewhere', () => {
  const imports = `import { spawn } from 'node:child_process'\n`
  for (const name of ['psql', '/usr/bin/mariadb-dump', 'redis-cli', '/usr/lib/x/bin/pg_restore'])
    assert.equal(
      breaches([{ path: 'server/api/x.ts', text: `${imports}spawn('${name}')` }]).length,
      1,
      name,
    )
  assert.equal(breaches([{ path: 'providers/redis/x.ts', text: imports }]).length, 1)
  assert.equal(
    breaches([{ path: 'providers/kit/process/run-program.ts', text: imports }]).length,
    0,
  )
})

test('database programs: both runners use the sandbox and a cgroup', () => {
  const files = sourceTree().filter(({ path }) => runners.includes(path))
  assert.equal(files.length, runners.length)
  for (const { path, text } of files) {
    assert.match(text, /= sandboxCommand\(/, path)
    assert.match(text, /= joinCommand\(/, path)
    assert.equal(text.match(/\bspawn\(/g)?.length, 1, path)
  }
})
