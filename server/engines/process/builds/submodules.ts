import { defaultDirs } from '#engines/process/sandbox/confinement.ts'
import { withoutTrailingSlashes } from '#kit/net/slashes.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Submodule } from '#platform/model/hosting/deployments/source.ts'
import type { BuildSandbox } from './build-sandbox.ts'
import { sshVariables } from './home-files.ts'

const file = '.gitmodules'

/** Many servers serve a single commit by its hash; from the others everything is fetched. */
const script = `set -e
cd -- "$1"
git init -q
git remote add origin "$2"
git fetch -q --depth 1 origin "$3" 2> /dev/null || git fetch -q --tags origin '+refs/heads/*:refs/remotes/origin/*'
git checkout -q --detach "$3"
if [ -e ${file} ]; then git submodule -q update --init --recursive; fi
find . -name .git -prune -exec rm -rf {} +
`

/** Disables password prompts and all transports but the network, also for nested submodules. */
const environment = {
  GIT_ALLOW_PROTOCOL: 'https:http:git:ssh',
  GIT_TERMINAL_PROMPT: '0',
  GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o StrictHostKeyChecking=accept-new',
}

/** Where commands of a build run, with its home files. */
type CommandRunner = Pick<BuildSandbox, 'run' | 'home'>

/** Fetches submodules by commands of the build: with its user, its network and its keys only. */
export async function fetchSubmodules(sandbox: CommandRunner, order: BuildOrder): Promise<void> {
  const text = await order.source.read(file)
  if (text === undefined || !order.source.submodules) return
  const submodules = await order.source.submodules()
  if (submodules.length === 0) return
  if (order.recipe.submodules === 'left empty') {
    order.say('Submodules are left empty, because CC_DISABLE_GIT_SUBMODULES is set.')
    return
  }
  const addresses = parseGitmodules(text)
  for (const submodule of submodules) await fetchOne(sandbox, submodule, addresses)
}

async function fetchOne(
  sandbox: CommandRunner,
  { path, commit }: Submodule,
  addresses: Map<string, string>,
): Promise<void> {
  const address = addresses.get(path)
  const shown = JSON.stringify(path)
  if (address === undefined) {
    throw new Failure('build', `The submodule ${shown} has no address in ${file}.`)
  }
  const host = hostOfAddress(address)
  if (host === undefined) {
    throw new Failure(
      'build',
      `The submodule ${shown} cannot be fetched: give it an address in ${file} that begins with https://, or one for ssh.`,
    )
  }
  await sandbox.run(
    {
      title: `Fetching the submodule ${shown} from ${host}`,
      command: ['sh', '-c', script, 'sh', path, address, commit],
      environment: { ...environment, ...sshVariables(sandbox.home) },
    },
    { dirs: defaultDirs, tools: [], environment: {} },
  )
}

/** Addresses of submodules by the paths of their folders, from `.gitmodules`. */
export function parseGitmodules(text: string): Map<string, string> {
  const sections: Map<string, string>[] = []
  for (const whole of text.split(/\r?\n/)) {
    const line = whole.trim()
    if (line.startsWith('[')) sections.push(new Map())
    const at = line.indexOf('=')
    const key = line.slice(0, Math.max(at, 0)).trim().toLowerCase()
    if (key !== 'path' && key !== 'url') continue
    sections.at(-1)?.set(key, unquoted(line.slice(at + 1).trim()))
  }
  return new Map(
    sections.flatMap((section): [string, string][] => {
      const [path, url] = [section.get('path'), section.get('url')]
      return path === undefined || url === undefined ? [] : [[withoutTrailingSlashes(path), url]]
    }),
  )
}

const unquoted = (value: string) => /^"(.*)"$/.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? value

/** Network host of a repository address; `undefined` for a local path or any other kind. */
export function hostOfAddress(address: string): string | undefined {
  if (/[\x00-\x20\x7f]/.test(address)) return undefined
  if (URL.canParse(address)) {
    const { protocol, hostname } = new URL(address)
    if (/^(https?|git|ssh):$/.test(protocol)) return hostname || undefined
    if (address.includes('://')) return undefined
  }
  // scp-like syntax: user@host:path.
  return /^(?:[\w.-]+@)?([A-Za-z0-9][\w.-]*):(?!\/\/|:)[^\s]+$/.exec(address)?.[1]
}
