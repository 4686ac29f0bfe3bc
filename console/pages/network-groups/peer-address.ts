import type { NetworkGroupPeer } from '#client/resources/applications/network-groups.ts'

/** The address of a peer inside its group. */
export const addressIn = ({
  endpoint: { ngIp, ngTerm },
}: Pick<NetworkGroupPeer, 'endpoint'>): string => ngIp ?? ngTerm?.host ?? ''

/** What the platform leaves open in a configuration. */
const keyPlaceholder = '<%PrivateKey%>'

/** The configuration with the private key, if this browser has it. */
export const withPrivateKey = (conf: string, privateKey: string | undefined): string =>
  privateKey === undefined ? conf : conf.replace(keyPlaceholder, () => privateKey)

/** `backend-laptop.conf`; WireGuard takes 15 letters for the name of an interface. */
export function configurationName(group: string, machine: string): string {
  const plain = (text: string, max: number) =>
    text
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, max)
  const name = [plain(group, 7), plain(machine, 7)].filter(Boolean).join('-')
  return `${name || 'berth'}.conf`
}
