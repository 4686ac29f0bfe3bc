import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { styleText } from 'node:util'

/**
 * The first deployment in one command: starts a temporary platform, creates an application, pushes it twice and
 * requests it after each push. Everything is removed afterwards.
 */
const root = new URL('..', import.meta.url).pathname
const berth = join(root, 'bin/berth')
const folder = await mkdtemp(join(tmpdir(), 'berth-demo-'))
const data = join(folder, 'data')
const source = join(folder, 'hello')
const environment = {
  ...process.env,
  XDG_CONFIG_HOME: join(folder, 'config'),
  GIT_CONFIG_GLOBAL: '/dev/null',
  BERTH_DATA: data,
  BERTH_API_PORT: '0',
  BERTH_BRIDGE_PORT: '0',
  BERTH_GIT_PORT: '0',
  BERTH_HTTP_PORT: '0',
  BERTH_HTTPS_PORT: '0',
  BERTH_TOOLCHAINS: join(root, '.cache/toolchains'),
}

/** Prints a command as a user would type it, runs it, and prints its duration. */
async function type(shown: string, command: [string, ...string[]], quiet = false): Promise<string> {
  console.log(`\n${styleText('bold', `$ ${shown}`)}`)
  const begin = performance.now()
  const output = await run(command, quiet)
  console.log(styleText('dim', `  (${((performance.now() - begin) / 1000).toFixed(2)} s)`))
  return output
}

function run([program, ...args]: [string, ...string[]], quiet: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: source, env: environment })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (!quiet) process.stdout.write(text.replace(/^(?=.)/gm, '  '))
      })
    }
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} exited with ${code}\n${output}`)),
    )
  })
}

/** Starts the server and waits for its line that every listener is open. */
function startServer(): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const server = spawn(process.execPath, [join(root, 'server/main.ts')], { env: environment })
    server.stderr.pipe(process.stderr)
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text.replace(/^(?=.)/gm, '  '))
      if (text.includes('Ctrl-C ends')) resolve(server)
    })
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

/** Requests a URL; names below `localhost` are connected to this machine without DNS. */
async function visit(url: URL): Promise<string> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { host: '127.0.0.1', port: url.port, headers: { host: url.host } }
    get(options, resolve).on('error', reject)
  })
  return text(answer)
}

/** Polls until the response changes. */
async function visitUntilNew(url: URL, old: string): Promise<void> {
  const since = performance.now()
  for (;;) {
    const answer = await visit(url)
    if (answer !== old) {
      const seconds = ((performance.now() - since) / 1000).toFixed(2)
      console.log(`\n${url}\n  ${answer.trim()}`)
      console.log(styleText('dim', `  (new to visitors ${seconds} s after the push returned)`))
      return
    }
    if (performance.now() - since > 60_000) throw new Error('the second version never came')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function editSource(): Promise<void> {
  const file = join(source, 'server.js')
  const code = await readFile(file, 'utf8')
  await writeFile(file, code.replace("VERSION = '1'", "VERSION = '2'"))
}

const begin = performance.now()
await cp(join(root, 'examples/hello'), source, { recursive: true })
await rm(join(source, 'expected-recipe.json'), { force: true })

console.log(styleText('bold', '$ npm start'))
const server = await startServer()
try {
  const { organisationId } = JSON.parse(await readFile(join(data, 'admin.json'), 'utf8'))
  const git = (...args: string[]): [string, ...string[]] =>
    [...['git', '-c', 'user.name=Demo', '-c', 'user.email=demo@localhost', ...args]] as [
      string,
      ...string[],
    ]
  await run(git('init', '--quiet', '--initial-branch=master'), true)
  await run(git('add', '.'), true)
  await run(git('commit', '--quiet', '--message', 'First version'), true)

  await type('berth login --local', [berth, 'login', '--local', '--data', data])
  await type(`berth create --type node hello --region par --org ${organisationId}`, [
    ...[berth, 'create', '--type', 'node', 'hello', '--region', 'par', '--org', organisationId],
  ] as [string, ...string[]])
  await type('berth env set NAME Berth', [berth, 'env', 'set', 'NAME', 'Berth'])
  await type('berth deploy', [berth, 'deploy'])
  const url = new URL((await run([berth, 'open', '--print'], true)).trim())
  const first = await visit(url)
  console.log(`\n${url}\n  ${first.trim()}`)

  await editSource()
  await run(git('commit', '--quiet', '--all', '--message', 'Second version'), true)
  await type('git push berth master', git('push', 'berth', 'master'))
  await visitUntilNew(url, first)
  await type('berth activity', [berth, 'activity'])
  await type('berth status', [berth, 'status'])
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(
    `\nFrom nothing to two deployments in ${seconds} s. Everything is being removed again.`,
  )
} finally {
  const ended = new Promise((resolve) => server.on('exit', resolve))
  server.kill('SIGINT')
  await ended
  await rm(folder, { recursive: true, force: true })
}
