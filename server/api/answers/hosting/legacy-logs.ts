import { list, object, oneOf, string } from '#kit/schema.ts'

/** Lines of log as clients of `/v2/logs` read them. */
export const legacyLogList = list(
  object({
    _id: string,
    _source: object({
      '@timestamp': string,
      '@message': string,
      message: string,
      type: oneOf('deployment', 'build', 'instance'),
      syslog_severity: oneOf('info', 'warning', 'error'),
      syslog_program: string,
      deploymentId: string,
      host: string,
      '@source': string,
      zone: string,
    }),
  }),
)
