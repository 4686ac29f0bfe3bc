import { readLinks } from '#cli/applications/links.ts'
import { defineCommand } from '#cli/define-command.ts'
import { checkDomains } from '#cli/doctor/check-domains.ts'
import { checkListeners, type KnownAddresses } from '#cli/doctor/check-listeners.ts'
import { checkMachine } from '#cli/doctor/check-machine.ts'
import { checkVersions } from '#cli/doctor/check-versions.ts'
import { type Finding, findingsText } from '#cli/doctor/finding.ts'
import { explain } from '#cli/explain.ts'
import type { Profile } from '#cli/profiles/profile.ts'
import { openSession, type Session } from '#cli/profiles/session.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { Machine } from '#client/resources/operation.ts'

export const doctor = defineCommand({
  words: 'doctor',
  summary: 'Check this tool, the platform and how it is reached, and say what to do',
  description:
    'Checks versions, login, DNS, ports and certificates; for operators also the machine, its processes and its disk; in a linked folder also the domains of its application.\n' +
    'Exit code 1 if something failed. Nothing is changed.',
  examples: ['berth doctor', 'berth doctor --format json'],
  async handle(context) {
    const { terminal, output } = context
    const findings: Finding[] = []
    const session = await attempt(findings, 'login', () => openSession(context))
    const self = session && (await attempt(findings, 'login', () => session.client.self.get()))
    const machine = session && self ? await machineOf(session) : undefined
    findings.unshift(...(await checkVersions(terminal, machine?.versions)))
    if (session) {
      const { client, ca, profile } = session
      if (self) {
        const message = `${profile.api} knows you as ${self.email}`
        findings.push({ area: 'login', state: 'ok', message })
      }
      const addresses = self && (await attempt(findings, 'ports', client.platform.addresses))
      findings.push(...(await checkListeners(addresses ?? knownAddresses(profile), ca)))
      if (self) {
        const links = await readLinks(terminal.folder)
        findings.push(...(await checkDomains(client, links)), ...checkMachine(machine))
      }
    }
    output.print(findings, () => findingsText(terminal, findings))
    return findings.some(({ state }) => state === 'failed') ? 1 : 0
  },
})

/** The addresses of the login, where the platform does not tell its own. */
const knownAddresses = ({ api, bridge, console, git, visitors }: Profile): KnownAddresses => ({
  api,
  ...(bridge && { bridge }),
  ...(console && { console }),
  ...(git && { git: { https: git } }),
  ...(visitors && { visitors }),
})

/** Turns an error into a finding, so that the other checks go on. */
async function attempt<Result>(
  findings: Finding[],
  area: Finding['area'],
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    const { message, hint } = explain(error)
    findings.push({ area, state: 'failed', message, ...(hint !== undefined && { hint }) })
    return undefined
  }
}

/** Absent for people who are not operators, and on other platforms. */
async function machineOf({ client }: Session): Promise<Machine | undefined> {
  try {
    return await client.operation.machine()
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404))
      return undefined
    throw error
  }
}
