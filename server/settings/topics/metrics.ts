import { megabytes, Problem, secretSetting, setting, yesOrNo } from '#kit/setting-kinds.ts'

const minTokenLength = 16

/** Metrics of applications, and of the platform itself. */
export const metricsSettings = {
  metricsDiskLimit: setting(
    'BERTH_METRICS_DISK_LIMIT',
    '1024',
    megabytes,
    'metrics of applications beyond it are removed, the oldest of the one with most of them first, in megabytes; one application has an eighth of it at most',
  ),
  metricsToken: secretSetting(
    'BERTH_METRICS_TOKEN',
    '',
    token,
    'bearer token that may read the metrics of the platform at /metrics; only operators may when empty',
  ),
  hasApplicationMetrics: setting(
    'BERTH_METRICS_APPLICATIONS',
    'hide',
    yesOrNo('show', 'hide'),
    'whether /metrics has series for each application, up to 1000 of them',
  ),
}

function token(text: string): string | undefined {
  if (text === '') return undefined
  if (text.length < minTokenLength || /[\s\u0080-\uffff]/.test(text)) {
    throw new Problem(`must have at least ${minTokenLength} characters of ASCII without blanks`)
  }
  return text
}
