/** Texts of the bell: what happened since the last visit. */
export const newsTexts = {
  title: 'What happened',
  bell: (unread: number, isMore: boolean) => {
    if (unread === 0) return 'What happened: nothing new'
    return `What happened: ${isMore ? `${unread} or more` : unread} new`
  },
  unread: 'new',
  empty: 'Nothing has happened yet',
  emptyHelp:
    'Deployments, failures, alerts, certificates, invoices and changes of members appear here.',
  settings: 'Have them sent',
  sentences: {
    DEPLOYMENT_SUCCESS: (name: string) => `${name} was deployed`,
    DEPLOYMENT_FAIL: (name: string) => `A deployment of ${name} has failed`,
    CRON_FAILED: (name: string) => `A scheduled task of ${name} has failed`,
    DRAIN_STOPPED: (name: string) => `A drain of ${name} was stopped`,
    PREVIEW_FAIL: (name: string) => `A preview of ${name} has failed`,
    WEBHOOK_DISABLED: (name: string) => `The webhook ${name} was disabled`,
    ALERT_BEGIN: (name: string) => `Alert: ${name}`,
    ALERT_END: (name: string) => `Alert over: ${name}`,
    CERTIFICATE_FAILED: (name: string) => `No certificate for ${name}`,
    CERTIFICATE_ISSUED: (name: string) => `New certificate for ${name}`,
    INVOICE_ISSUED: (name: string) => `New invoice ${name}`,
    SPENDING_REACHED: (name: string) => `Costs have reached ${name}`,
    OWNER_SUSPENDED: () => 'Applications are stopped for an unpaid invoice',
    OWNER_RESTORED: () => 'Applications run again after the payment',
    MEMBER_INVITE: (name: string) => `${name || 'The platform'} has invited somebody`,
    MEMBER_REMOVE: (name: string) => `${name || 'The platform'} has removed a member`,
    ORGANISATION_USER_ADDITION: (name: string) => `${name} has joined`,
  },
}
