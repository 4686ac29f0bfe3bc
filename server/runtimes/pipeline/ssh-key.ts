import { posix } from 'node:path'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { CopiedFile, HomeFile } from '#platform/model/hosting/recipe/recipe.ts'
import { findJsonProblem } from '#runtimes/json-problem.ts'
import { path as pathKind, quote, setting } from '#runtimes/variable.ts'
import type { Place } from './app-folder.ts'
import { type PlatformFile, readPlatformFile } from './hooks.ts'

export interface SshKey {
  home: HomeFile[]
  copies: CopiedFile[]
  warnings: string[]
}

const none: SshKey = { home: [], copies: [], warnings: [] }

/** The owner's private key and its SSH settings, for Git dependencies over SSH. */
export async function sshKey(place: Place, environment: Environment): Promise<SshKey> {
  const path = `.ssh/${setting(environment, 'CC_SSH_PRIVATE_KEY_FILE') ?? 'id_ed25519'}`
  if (setting(environment, 'CC_SSH_PRIVATE_KEY') !== undefined) {
    const key = { path, template: '{{CC_SSH_PRIVATE_KEY}}\n' }
    return { home: [key, settingsFor(path)], copies: [], warnings: [] }
  }
  const file = await readPlatformFile(place, 'ssh.json')
  if (!file) return none
  const copyOf = await keyNamedIn(file, place)
  const warning = `The private key ${quote(copyOf)} can be read by whoever can read the repository: CC_SSH_PRIVATE_KEY holds it better.`
  return { home: [settingsFor(path)], copies: [{ path, copyOf }], warnings: [warning] }
}

/** SSH takes `~` from `passwd`, which does not always contain the home of a build; HOME does. */
const inHome = (path: string) => `\${HOME}/${path}`

function settingsFor(path: string): HomeFile {
  const lines = [
    'Host *',
    `  IdentityFile ${inHome(path)}`,
    '  IdentitiesOnly yes',
    `  UserKnownHostsFile ${inHome('.ssh/known_hosts')}`,
    // A build has no terminal: the first host key is trusted.
    '  StrictHostKeyChecking accept-new',
  ]
  return { path: '.ssh/config', template: `${lines.join('\n')}\n` }
}

/** Path in the repository of the key that `ssh.json` names; its content is read by the build only. */
async function keyNamedIn({ path, text }: PlatformFile, place: Place): Promise<string> {
  const problem = findJsonProblem(text)
  if (problem) {
    const where = `line ${problem.line}, column ${problem.column}`
    throw new Failure('recipe', `${path} is not valid JSON at ${where}.`)
  }
  const content: unknown = JSON.parse(text)
  const named =
    typeof content === 'object' && content && 'privateKeyFile' in content
      ? content.privateKeyFile
      : undefined
  if (typeof named !== 'string' || named.trim() === '' || !pathKind.accepts(named)) {
    throw new Failure(
      'recipe',
      `${path} must name a file of the repository, such as {"privateKeyFile": "clevercloud/id_ed25519"}.`,
    )
  }
  const found = await findFile(posix.normalize(named.trim()).replace(/^\/+/, ''), place)
  if (found) return found
  throw new Failure('recipe', `${path} names ${quote(named)}, and there is no such file.`)
}

/** From the application's folder, or else from the main one. */
async function findFile(path: string, place: Place): Promise<string | undefined> {
  const { source, repository, folder } = place
  const folderOf = posix.dirname(path).replace(/^\.$/, '')
  const isIn = async (from: typeof source) =>
    (await from.list(folderOf)).includes(posix.basename(path))
  if (await isIn(source)) return posix.join(folder ?? '', path)
  return repository && (await isIn(repository)) ? path : undefined
}
