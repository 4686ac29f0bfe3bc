import type { CertificateState, DnsState } from '#client/resources/applications/domains.ts'

/** Texts about whether domains lead to the platform, and about their certificates. */
export const domainCheckTexts = {
  dns: 'DNS',
  dnsStates: {
    managed: 'by the platform',
    valid: 'leads here',
    incomplete: 'addresses missing',
    invalid: 'leads elsewhere',
    'no-config': 'no records',
    'no-answer': 'no answer',
    unknown: 'not known',
  } satisfies Record<DnsState, string>,
  dnsHelp: {
    managed: 'The operator of the platform looks after the records of this domain.',
    valid: 'Visitors of this domain arrive here. Nothing has to be done.',
    incomplete: 'Visitors arrive, but not at all addresses of the platform. Add the missing ones.',
    invalid: 'Visitors may arrive elsewhere. Remove the wrong records and create the right ones.',
    'no-config': 'Visitors do not find the domain yet. Create the records below at your DNS host.',
    'no-answer':
      'The name servers of the domain did not answer within five seconds. Check that its delegation is right.',
    unknown:
      'The public addresses of this platform are not known yet. Its operator sets them (BERTH_PUBLIC_ADDRESSES).',
  } satisfies Record<DnsState, string>,
  notChecked: 'not checked',
  aliasWithoutAddress: (target: string) =>
    `The record is right, but ${target} has no addresses: the operator of the platform has to create them.`,
  recordsOf: (domain: string) => `Records of ${domain}`,
  setUpShort: 'Records',
  title: 'Set up a domain',
  domain: 'Domain',
  again: 'Check again',
  checked: 'Checked',
  found: 'Found',
  nothingFound: 'no records',
  expected: 'Expected',
  remove: 'Remove',
  nameServers: 'Name servers',
  dnsHost: 'DNS host',
  dnsHostFound: (name: string) => `Found by its name servers: ${name}.`,
  dnsHostUnknown: 'Its name servers are not ones that we know: choose where the zone is.',
  records: (count: number) => (count === 1 ? 'Create this record' : 'Create these records'),
  inZone: (zone: string) => `In the zone ${zone}.`,
  recordTitle: (type: string, number: number) => `Record ${number}: ${type}`,
  empty: 'leave empty',
  zoneFile: 'Lines of the zone file',
  why: {
    CNAME: 'A CNAME follows the platform when its addresses change.',
    ALIAS:
      'The top of a zone cannot have a CNAME. An ALIAS does the same, and follows the platform when its addresses change.',
    A: 'The top of a zone cannot have a CNAME, and this DNS host has no alias for names elsewhere: so these are addresses.',
    flattened:
      'Cloudflare turns a CNAME at the top of a zone into addresses, so that it may stand there.',
  },
  proxied: 'Leave the proxy off at least until the certificate is there.',
  certificate: 'Certificate',
  certificateStates: {
    valid: 'valid',
    expiring: 'expires soon',
    expired: 'expired',
    ordering: 'being ordered',
    wanted: 'waits for its order',
    failed: 'order failed',
    none: 'none of its own',
  } satisfies Record<CertificateState, string>,
  sources: {
    uploaded: 'uploaded',
    acme: 'ordered automatically',
    platform: 'of the platform',
  },
  certificateHelp: {
    ordering: 'The certificate authority is looking at the domain right now.',
    wanted: 'The platform orders it as soon as it is its turn.',
    none: 'Visitors get the certificate of the platform. You can upload your own below.',
  },
  until: 'until',
  nextAttempt: 'Next attempt',
  renewalFailed: 'The last renewal failed:',
  lastFailure: 'The last order failed:',
}
