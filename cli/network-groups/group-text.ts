import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type {
  NetworkGroup,
  NetworkGroupPeer,
} from '#client/resources/applications/network-groups.ts'

/** A group in a few lines. */
export function groupText({
  id,
  label,
  description,
  networkIp,
  tags,
  members,
  peers,
}: NetworkGroup): string {
  return [
    `${printable(label)} (${id})`,
    ...(description ? [`  ${printable(description)}`] : []),
    `  network: ${networkIp}`,
    ...(tags.length > 0 ? [`  tags: ${tags.map(printable).join(', ')}`] : []),
    `  members: ${members.length === 0 ? 'none' : ''}`.trimEnd(),
    ...members.map((member) => `    ${printable(member.label)}  ${printable(member.domainName)}`),
    `  peers: ${peers.length}`,
  ].join('\n')
}

const addressOf = ({ endpoint: { ngIp, ngTerm } }: NetworkGroupPeer): string =>
  ngIp ?? ngTerm?.host ?? ''

export const peerTable = (peers: readonly NetworkGroupPeer[]): string =>
  table(
    peers.map((peer) => [
      peer.id,
      printable(peer.label),
      peer.type === 'ExternalPeer' ? 'external' : 'instance',
      addressOf(peer),
      peer.publicKey,
    ]),
  )
