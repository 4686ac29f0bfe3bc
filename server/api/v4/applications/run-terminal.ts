import { terminalEndpoint } from '#api/terminal/terminal-endpoint.ts'
import { attachRun } from '#platform/hosting/runs/runs.ts'
import { runLimits } from '#platform/model/hosting/runs/run-limits.ts'

/** Input and outputs of a one-off command for the client that has started it. */
export const attachToRun = terminalEndpoint({
  path: '/v4/berth/organisations/:ownerId/applications/:applicationId/runs/:runId/terminal',
  access: { on: 'application', may: 'operate' },
  action: 'run.begin',
  summary: 'Attaches to a one-off command that waits for its client',
  // A migration may print nothing for hours; its own timeout ends it.
  idleTimeout: runLimits.maxTimeout,
  open: ({ platform, application, params, caller, terminal, signal, say }) =>
    attachRun(platform, application, {
      id: params.runId,
      caller,
      signal,
      say,
      ...(terminal && { terminal }),
    }),
})
