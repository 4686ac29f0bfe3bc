import { readFile } from 'node:fs/promises'
import { arch, platform, release } from 'node:os'
import { join } from 'node:path'
import { defineCommand } from '#cli/define-command.ts'
import { explain } from '#cli/explain.ts'
import { configFolder } from '#cli/profiles/profile.ts'
import { openSession, type Session } from '#cli/profiles/session.ts'
import { table } from '#cli/terminal/table.ts'
import { programBuild } from '#kit/build-identity/dated-build.ts'
import { describeBuild } from '#kit/build-identity/describe-build.ts'

export const diag = defineCommand({
  words: 'diag',
  summary: 'Print what a report about a problem needs: versions, system, login',
  description:
    'No secret is printed. `berth doctor` checks whether everything works, `berth domain diag` the DNS records of domains.',
  examples: ['berth diag', 'berth diag --format json'],
  async handle(context) {
    const { terminal, output } = context
    const build = await programBuild()
    const facts = {
      ...build,
      nodeVersion: process.version,
      platform: platform(),
      release: release(),
      arch: arch(),
      linuxInfos: await distribution(),
      shell: terminal.env.SHELL ?? null,
      execPath: process.execPath,
      configFile: join(configFolder(terminal), 'profiles.json'),
      ...(await loginFacts(() => openSession(context))),
    }
    output.print(facts, () =>
      table([
        ['berth', describeBuild(build)],
        ['Node.js', facts.nodeVersion],
        ['Platform', `${facts.platform} ${facts.release} ${facts.arch}`],
        ...(facts.linuxInfos ? [['Linux', facts.linuxInfos]] : []),
        ['Shell', facts.shell ?? '(unknown)'],
        ['Exec path', facts.execPath],
        ['Config file', facts.configFile],
        ['Auth source', facts.authSource ?? '(none)'],
        ['API', facts.api ?? '(none)'],
        ['User id', facts.userId ?? `(${facts.authState})`],
      ]),
    )
    return 0
  },
})

/** Where the login comes from and whether the API accepts it; in the names of the stock tool. */
async function loginFacts(open: () => Promise<Session>) {
  const none = { authSource: null, api: null, userId: null }
  let session: Session
  try {
    session = await open()
  } catch {
    return { ...none, authState: 'not connected' }
  }
  const { profile, client } = session
  const authSource = 'apiToken' in profile.credentials ? 'BERTH_API_TOKEN' : profile.name
  try {
    const { id } = await client.self.get()
    return { authSource, api: profile.api, userId: id, authState: 'authenticated' }
  } catch (error) {
    const { message } = explain(error)
    return {
      authSource,
      api: profile.api,
      userId: null,
      authState: `authentication failed: ${message}`,
    }
  }
}

/** "Debian GNU/Linux 12 (bookworm)"; `null` on other systems. */
async function distribution(): Promise<string | null> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^PRETTY_NAME="?([^"\n]+)/m.exec(text)?.[1] ?? null
}
