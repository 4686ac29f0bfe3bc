/** Operations that belong together, on one page. */
export interface Area {
  /** Name of its page. */
  name: string
  title: string
  /** Parts of paths, as `partOf` names them. */
  parts: readonly string[]
}

/** The areas in reading order. A part that is in none of them gets an area of its own at the end. */
const areas: readonly Area[] = [
  {
    name: 'account',
    title: 'Your account',
    parts: ['self', 'summary', 'session', 'api-tokens', 'avatar', 'avatars'],
  },
  { name: 'oauth', title: 'OAuth and consumers', parts: ['oauth', 'consumers'] },
  {
    name: 'organisations',
    title: 'Organisations',
    parts: ['organisations', 'members', 'invitations', 'audit', 'overview'],
  },
  {
    name: 'applications',
    title: 'Applications',
    parts: [
      ...['applications', 'deployments', 'orchestration', 'examples', 'recipes'],
      ...['namespaces', 'load-balancers'],
    ],
  },
  { name: 'certificates', title: 'Certificates', parts: ['certificates'] },
  { name: 'logs', title: 'Logs and drains', parts: ['logs', 'accesslogs', 'resources', 'drains'] },
  { name: 'metrics', title: 'Metrics', parts: ['stats', 'load', 'metrics'] },
  { name: 'events', title: 'Events and webhooks', parts: ['events', 'notifications', 'webhooks'] },
  { name: 'addons', title: 'Add-ons', parts: ['addons', 'addon-providers', 'backups'] },
  { name: 'network-groups', title: 'Network groups', parts: ['networkgroups'] },
  {
    name: 'billing',
    title: 'Billing',
    parts: ['billing', 'payments', 'credits', 'consumptions'],
  },
  { name: 'providers', title: 'Providers of add-ons', parts: ['addonproviders', 'vendor'] },
  {
    name: 'platform',
    title: 'The platform',
    parts: ['platform', 'products', 'operator', 'health', 'openapi', 'downloads'],
  },
  {
    name: 'pages',
    title: 'Pages for browsers',
    parts: ['pages', 'console', 'docs', 'assets', 'style', 'licences'],
  },
]

/** The areas of these parts: each part is in exactly one. */
export function areasOf(parts: readonly string[]): Area[] {
  const known = new Set(areas.flatMap((area) => area.parts))
  const others = [...new Set(parts)].filter((part) => !known.has(part)).sort()
  return [
    ...areas.filter((area) => area.parts.some((part) => parts.includes(part))),
    ...others.map((part) => ({ name: part, title: part, parts: [part] })),
  ]
}
