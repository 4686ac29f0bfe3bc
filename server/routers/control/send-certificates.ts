import type { Traffic } from '#platform/model/hosting/deployments/traffic.ts'
import type { Answer, CertificateCommand, HeldCertificate } from './router-commands.ts'

/** Certificates per command, so that one with thousands of them does not take all memory. */
const batch = 50
/** A router that died in between may have lost what was sent. */
const maxRounds = 3

/** Assigns certificates to hosts, after sending those that the router does not have. One call at a time. */
export function createCertificateSender(
  ask: (command: CertificateCommand) => Promise<Answer>,
  say: (sentence: string) => void,
): Traffic['setCertificates'] {
  let last: Promise<unknown> = Promise.resolve()
  const send: Traffic['setCertificates'] = async (decide, load) => {
    const { hosts: wanted, isComplete } = await decide()
    const hosts = { ...wanted }
    for (let round = 0; round < maxRounds; round += 1) {
      const answer = await ask({ kind: 'assign certificates', hosts, isComplete })
      const missing = answer.missingCertificates ?? []
      if (missing.length === 0) return
      for (let at = 0; at < missing.length; at += batch) {
        const certificates: HeldCertificate[] = []
        for (const fingerprint of missing.slice(at, at + batch)) {
          const loaded = await load(fingerprint)
          if (loaded) certificates.push({ fingerprint, ...loaded })
          else drop(hosts, fingerprint)
        }
        await ask({ kind: 'hold certificates', certificates })
      }
    }
    say('The router did not keep the certificates that it was sent; they are sent again later.')
  }
  return (decide, load) => {
    const result = last.then(() => send(decide, load))
    last = result.catch(() => {})
    return result
  }
}

/** A certificate that was removed meanwhile. */
function drop(hosts: Record<string, string | null>, fingerprint: string) {
  for (const [host, assigned] of Object.entries(hosts)) {
    if (assigned === fingerprint) hosts[host] = null
  }
}
