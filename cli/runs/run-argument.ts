export const runArgument = {
  name: 'run',
  summary: 'id of the one-off command, as `berth run list` shows it',
} as const
