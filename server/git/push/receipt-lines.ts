import type { PushReceipt } from '#git/git-backend.ts'

/** What a pusher reads once their deployment exists. */
export const receiptLines = (receipt: PushReceipt): string[] => [
  '',
  `Deployment ${receipt.number} of ${receipt.applicationName} has started: ${receipt.deploymentId}`,
  `  follow it:  berth logs --deployment-id ${receipt.deploymentId}`,
  '  list all:   berth activity',
  `  address:    ${receipt.url}`,
  '',
]
