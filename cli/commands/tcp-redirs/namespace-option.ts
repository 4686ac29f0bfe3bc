import type { Options } from '#cli/define-command.ts'

export const namespaceOption = {
  namespace: {
    type: 'string',
    value: 'namespace',
    summary: 'Namespace of the TCP redirection',
    default: 'default',
  },
} as const satisfies Options
